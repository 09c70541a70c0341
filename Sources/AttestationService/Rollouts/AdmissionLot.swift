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
  private var turnedAway: [Microseconds] = []

  /// What one of `replicas` replicas can expect of the pace, a second.
  static func part(of pace: PaceRate, replicas: Int) -> Double { max(0.2, pace.perSecond / Double(max(1, replicas))) }

  /// Whether a newcomer can be held open: only while few wait, so that those who were given moments find room.
  func hasRoomForNewcomer(part: Double) -> Bool { parked.count + entering < max(2, Int(part * 0.4)) }

  /// Whether somebody whose moment has come can be held open.
  func hasRoomForDue(part: Double) -> Bool { parked.count + entering < max(4, Int(part * 1.8)) }

  /// Somebody had to be told to come back: the controller counts who waits.
  mutating func turnAway(now: Microseconds) {
    turnedAway.append(now)
    if turnedAway.count > 4096 { turnedAway.removeFirst(2048) }
  }

  /// How many wait now, in the lot or told to come back lately.
  mutating func waiting(now: Microseconds) -> Int {
    turnedAway.removeAll { $0 < now - 2 * .second }
    return parked.count + turnedAway.count
  }

  /// Seconds until the requests in the lot have had their slots.
  func backlogSeconds(part: Double) -> Double { Double(parked.count + entering) / part }
}
