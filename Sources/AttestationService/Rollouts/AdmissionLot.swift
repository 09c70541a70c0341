import Pacing

/// Where a replica keeps who waits for one rollout: requests held open for the next slots, and the moments that it gives
/// to those who must come back. A value: the pacer and the desk drive it.
struct AdmissionLot: Sendable {
  /// How far ahead moments are given by name. Beyond, an installation is told a time without a place.
  static let horizon: Microseconds = 120 * .second
  /// How early a moment may be met.
  static let early: Microseconds = 500_000
  /// Moments are given a little closer than the pace, since some do not come.
  private static let overbooking = 1.03

  /// Requests held open, in the order of their slots to come.
  var parked: [ParkedInstallation] = []
  /// Requests on their way into the lot.
  var entering = 0
  private var nextDue: Microseconds = 0
  private var returned: [Microseconds] = []
  private var turnedAway: [Microseconds] = []

  /// What one of `replicas` replicas can expect of the pace, a second.
  static func part(of pace: PaceRate, replicas: Int) -> Double { max(0.2, pace.perSecond / Double(max(1, replicas))) }

  /// Whether a newcomer can be held open: only while few wait, so that those who were given moments find room.
  func hasRoomForNewcomer(part: Double, now: Microseconds) -> Bool {
    parked.count + entering < max(2, Int(part * 0.7)) && nextDue <= now + .second
  }

  /// Whether somebody whose moment has come can be held open.
  func hasRoomForDue(part: Double) -> Bool { parked.count + entering < max(4, Int(part * 1.8)) }

  /// The next moment to be given; nil when the horizon is full.
  mutating func takeMoment(part: Double, now: Microseconds) -> Microseconds? {
    while let moment = returned.popLast() {
      if moment > now + .second { return moment }
    }
    nextDue = max(nextDue, now + .second)
    guard nextDue < now + Self.horizon else { return nil }
    defer { nextDue += Microseconds(1_000_000 / (part * Self.overbooking)) }
    return nextDue
  }

  /// A moment was not needed after all.
  mutating func giveBack(_ moment: Microseconds) { returned.append(moment) }

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
