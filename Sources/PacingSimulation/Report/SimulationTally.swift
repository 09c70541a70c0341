import Pacing

/// Adds up what a simulation does.
struct SimulationTally {
  private let installations: Int64
  private(set) var requests: Int64 = 0
  private(set) var served: Int64 = 0
  private(set) var throttled: Int64 = 0
  /// What Apple would have taken in the seconds in which somebody asked, and no more than asked.
  private var usable = 0.0
  private var used = 0.0
  private var permittedTotal: Int64 = 0
  private var boundSecond: Int64?
  private var cuts = 0
  private var pauses = 0
  private var hour = (requests: Int64(0), limit: Int64(0), pace: 0.0, seconds: 0.0)
  private var share = Share.none
  private var samples: [SimulationSample] = []

  init(installations: Int64) { self.installations = installations }

  mutating func decided(_ decision: ControllerDecision) {
    switch decision {
    case .lower: cuts += 1
    case .pause: pauses += 1
    case .raise, .hold, .keep, .idle: break
    }
  }

  mutating func settled(requests count: Int, served taken: Int, limit: Int, asking: Double) {
    requests += Int64(count)
    served += Int64(taken)
    throttled += Int64(count - taken)
    hour.requests += Int64(count)
    guard asking >= 1 else { return }
    usable += min(Double(limit), asking)
    used += min(Double(taken), asking)
  }

  mutating func saw(second: Int64, limit: Int, pace: PaceRate, share: Share) {
    permittedTotal += Int64(limit)
    if boundSecond == nil, permittedTotal >= installations { boundSecond = second + 1 }
    hour.limit += Int64(limit)
    hour.pace += pace.perSecond
    hour.seconds += 1
    self.share = share
    if (second + 1) % 3600 == 0 { endHour() }
  }

  private mutating func endHour() {
    guard hour.seconds > 0 else { return }
    samples.append(
      SimulationSample(
        requestsPerSecond: Double(hour.requests) / hour.seconds, limit: Double(hour.limit) / hour.seconds,
        pace: hour.pace / hour.seconds, share: share.fraction,
        completed: Double(min(served, installations)) / Double(installations)))
    hour = (0, 0, 0, 0)
  }

  /// - Parameter slowestOpening: the day by which everybody has opened the app once.
  mutating func result(
    slowestOpening: Double, seconds: Int64, completed: Int64, watch: LimitWatch, peak: Int, failures: Int
  ) -> SimulationResult {
    endHour()
    let bound = max(Double(boundSecond ?? seconds) / 86_400, slowestOpening)
    return SimulationResult(
      installations: installations, completed: completed, virtualDays: Double(seconds) / 86_400,
      physicalBoundDays: bound, peakPerSecond: peak, secondsOverLimit: watch.beyondReaction,
      longestOverLimitSeconds: watch.longest, allSecondsOverLimit: watch.total,
      permittedUsed: usable > 0 ? used / usable : 0, requests: requests, throttled: throttled, cuts: cuts,
      pauses: pauses, replicaFailures: failures, samples: samples)
  }
}
