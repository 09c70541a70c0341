import Pacing

/// What the service learns, when it learns it: attestations and throttle reports arrive some seconds after the slot,
/// and wait in the database while no controller leads.
struct ReportDelay: Sendable {
  private static let size: Int64 = 8
  private var pending: [PaceMeasurement]
  private var waiting = PaceMeasurement(span: 0)

  init() { pending = Array(repeating: PaceMeasurement(span: 0), count: Int(Self.size)) }

  /// Throttled calls are reported when the app asks again: half of them after one second, the rest after three.
  mutating func report(throttled: Int, registered: Int, refused: Int, second: Int64) {
    let early = (throttled + 1) / 2
    pending[slot(second + 1)].throttled += early
    pending[slot(second + 3)].throttled += throttled - early
    pending[slot(second + 2)].registered += registered
    pending[slot(second + 2)].refused += refused
    waiting.granted += throttled + registered + refused
  }

  /// A second passes: what was due in it is in the database.
  mutating func pass(second: Int64) {
    let due = pending[slot(second)]
    pending[slot(second)] = PaceMeasurement(span: 0)
    waiting.span += .second
    waiting.throttled += due.throttled
    waiting.registered += due.registered
    waiting.refused += due.refused
  }

  /// What has gathered since the controller looked last.
  mutating func take() -> PaceMeasurement {
    defer { waiting = PaceMeasurement(span: 0) }
    return waiting
  }

  private func slot(_ second: Int64) -> Int { Int(second % Self.size) }
}
