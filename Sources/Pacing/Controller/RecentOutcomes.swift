/// The outcome of about the last thousand admissions: a window by count, so that a slow rollout is judged as surely as
/// a fast one, only later.
struct RecentOutcomes: Sendable {
  static let size = 1000
  private(set) var sum = PaceMeasurement(span: 0)

  mutating func add(_ measurement: PaceMeasurement) {
    sum.granted += measurement.granted
    sum.throttled += measurement.throttled
    sum.registered += measurement.registered
    sum.refused += measurement.refused
    while sum.registered + sum.refused > Self.size || sum.granted > 4 * Self.size { halve() }
  }

  private mutating func halve() {
    sum.granted /= 2
    sum.throttled /= 2
    sum.registered /= 2
    sum.refused /= 2
  }
}
