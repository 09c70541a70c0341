/// The last measurements, summed over spans that end now.
struct MeasurementWindow: Sendable {
  private var entries: [PaceMeasurement] = []
  private var head = 0
  private let length: Microseconds
  private(set) var sum = PaceMeasurement(span: 0)

  init(seconds: Double) { length = .seconds(seconds) }

  mutating func add(_ measurement: PaceMeasurement) {
    entries.append(measurement)
    change(by: measurement, sign: 1)
    while head < entries.count - 1, sum.span - entries[head].span >= length {
      change(by: entries[head], sign: -1)
      head += 1
    }
    if head > 256 {
      entries.removeFirst(head)
      head = 0
    }
  }

  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    head = 0
    sum = PaceMeasurement(span: 0)
  }

  private mutating func change(by other: PaceMeasurement, sign: Int) {
    sum.span += other.span * Int64(sign)
    sum.granted += other.granted * sign
    sum.throttled += other.throttled * sign
    sum.registered += other.registered * sign
    sum.refused += other.refused * sign
    sum.noShows += other.noShows * sign
  }
}
