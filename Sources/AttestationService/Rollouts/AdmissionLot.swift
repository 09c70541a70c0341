import Pacing

/// Where a replica keeps who waits for one rollout: requests held open for the next slots, and how
/// many it had to tell to come back. A value: the pacer and the desk drive it.
struct AdmissionLot: Sendable {
  /// How far ahead moments are given by name. Beyond, an installation is told a time without a place.
  static let horizonSeconds = 120.0
  /// How early a moment may be met.
  static let early: Microseconds = 500_000
  /// Requests held open, in the order of their slots to come.
  var parked: [ParkedInstallation] = []
  /// Requests on their way into the lot.
  var entering = 0
  /// Slots that were missed, for the budget to take back.
  var missed: [Microseconds] = []
  /// How many were told to come back, in each of the last seconds.
  private var turnedAway: [Int64: Int] = [:]

  /// What one of `replicas` replicas can expect of the pace, a second.
  static func part(of pace: PaceRate, replicas: Int) -> Double { max(0.2, pace.perSecond / Double(max(1, replicas))) }

  /// Whether a newcomer can be held open: only while few wait, so that those who were given moments find room.
  func hasRoomForNewcomer(part: Double) -> Bool { parked.count + entering < max(2, Int(part * 0.4)) }

  /// Whether somebody whose moment has come can be held open.
  func hasRoomForDue(part: Double) -> Bool { parked.count + entering < max(4, Int(part * 1.8)) }

  /// The missed slots, once.
  mutating func takeMissed() -> [Microseconds] {
    defer { missed = [] }
    return missed
  }

  /// Somebody had to be told to come back: the controller counts who waits.
  mutating func turnAway(now: Microseconds) {
    turnedAway[now / .second, default: 0] += 1
  }

  /// How many wait now, in the lot or told to come back lately.
  mutating func waiting(now: Microseconds) -> Int {
    turnedAway = turnedAway.filter { $0.key >= now / .second - 2 }
    return parked.count + turnedAway.values.reduce(0, +)
  }

  /// When to ask again, for whom there was neither a place nor a moment. Not beyond the last moment that was given: whoever
  /// came later would find that the queue had run empty and its budget gone unused.
  static func secondsWithoutMoment() -> Double { horizonSeconds * Double.random(in: 0.5...1) }

  /// Seconds until the requests in the lot have had their slots.
  func backlogSeconds(part: Double) -> Double { Double(parked.count + entering) / part }
}
