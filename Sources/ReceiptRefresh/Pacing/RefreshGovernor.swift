import Foundation

/// Decides for every question whether it may go and when: the rate of the team, the rate of all, the breakers of the
/// credential and the host.
///
/// A value without clock or lock; its owner puts it behind one.
public struct RefreshGovernor: Sendable {
  /// Whether a question may be put.
  public enum Admission: Sendable, Equatable {
    /// Send at the instant, which is reserved.
    case send(at: Date)
    /// Not now.
    case wait(until: Date, Reason)
  }

  /// Why a question has to wait.
  public enum Reason: String, Sendable {
    /// The credential is refused by Apple.
    case credential
    /// The host fails.
    case host
    /// Apple's `Retry-After` runs.
    case retryAfter = "retry_after"
    /// More is due than the rate carries.
    case rate
  }

  /// A breaker that opened or closed by an answer.
  public enum Change: Sendable, Equatable {
    /// The credential is refused; nothing more is sent with it until the next probe.
    case credentialOpened(String, nextProbe: Date)
    /// The credential works again.
    case credentialClosed(String)
    /// The host fails.
    case hostOpened(String, nextProbe: Date)
    /// The host answers again.
    case hostClosed(String)
  }

  struct Lane {
    var rate: AdaptiveRate
    var pacer: SlotPacer
    /// The instants at which questions that were put off are to ask again: nothing is reserved for them, they are only
    /// spread, so that they come back as the rate can take them.
    var returns: SlotPacer

    init(_ rate: AdaptiveRate, at now: Date) {
      self.rate = rate
      pacer = SlotPacer(at: now)
      returns = SlotPacer(at: now)
    }
  }

  /// Seconds that no question is put off for by the rate: what is due changes, and so does the rate.
  private static let longestReturn: TimeInterval = 900

  /// The limits in force.
  public let limits: GovernorLimits
  /// This process's part of the limits: one over the number of workers that are alive.
  public var share = 1.0
  private var totalRate: AdaptiveRate
  private var calendar = SlotCalendar()
  var teams: [String: Lane] = [:]
  var credentials: [String: CircuitBreaker] = [:]
  var hosts: [String: CircuitBreaker] = [:]
  private var lastPressure: (team: String, at: Date)?

  /// A governor that starts at full rate with everything closed.
  public init(limits: GovernorLimits, at now: Date) {
    self.limits = limits
    totalRate = AdaptiveRate(ceiling: limits.totalPerSecond, at: now)
  }

  /// Requests a second in total that are allowed at an instant.
  public func totalPerSecond(at now: Date) -> Double { totalRate.perSecond(at: now) }

  /// Requests a second of a team that are allowed at an instant.
  public func teamPerSecond(_ team: String, at now: Date) -> Double {
    teams[team]?.rate.perSecond(at: now) ?? limits.teamPerSecond
  }

  /// Asks for one question; a given instant is reserved and must be used or lost. Where the next free one is more than
  /// `patience` seconds away nothing is reserved, and the question is put off.
  public mutating func admit(
    _ route: RefreshRoute, at now: Date, patience: TimeInterval = .infinity
  ) -> Admission {
    var team = teams[route.team] ?? newLane(at: now)
    let held = max(totalRate.resumesAt, team.rate.resumesAt)
    if now < held { return .wait(until: held, .retryAfter) }
    let gap = 1 / max(share * totalRate.perSecond(at: now), .leastNonzeroMagnitude)
    let slot = calendar.first(from: team.pacer.peek(at: now), gap: gap)
    guard slot.timeIntervalSince(now) <= patience else {
      return .wait(until: putOff(route.team, behind: slot, &team, at: now), .rate)
    }
    if let wait = askBreakers(route, at: now) { return wait }
    calendar.take(slot, at: now, gap: gap)
    team.pacer.take(at: slot, perSecond: share * team.rate.perSecond(at: now))
    teams[route.team] = team
    return .send(at: slot)
  }

  private mutating func putOff(_ name: String, behind slot: Date, _ team: inout Lane, at now: Date) -> Date {
    let latest = now.addingTimeInterval(Self.longestReturn)
    let again = min(latest, max(slot, team.returns.peek(at: now)))
    if again < latest { team.returns.take(at: again, perSecond: share * team.rate.perSecond(at: now)) }
    teams[name] = team
    return again
  }

  /// Looks again when a reserved slot has come: what other answers taught meanwhile may forbid it until an instant.
  public func forbids(_ route: RefreshRoute, at now: Date) -> Date? {
    let holds = [
      totalRate.resumesAt, teams[route.team]?.rate.resumesAt, credentials[route.credential]?.nextProbe,
      hosts[route.host]?.nextProbe,
    ]
    return holds.compactMap(\.self).filter { $0 > now }.max()
  }

  /// Learns from a decision.
  public mutating func record(_ decision: RefreshDecision, on route: RefreshRoute, at now: Date) -> [Change] {
    if case .throttled(let after) = decision.pressure { throttle(route.team, after, now) }
    var changes: [Change] = []
    var credential = credentials[route.credential] ?? credentialBreaker
    if let opened = Self.apply(decision.credential, to: &credential, now) {
      let probe = credential.nextProbe ?? now
      changes.append(
        opened ? .credentialOpened(route.credential, nextProbe: probe) : .credentialClosed(route.credential))
    }
    credentials[route.credential] = credential
    var host = hosts[route.host] ?? hostBreaker
    if let opened = Self.apply(decision.host, to: &host, now) {
      let probe = host.nextProbe ?? now
      changes.append(opened ? .hostOpened(route.host, nextProbe: probe) : .hostClosed(route.host))
    }
    hosts[route.host] = host
    return changes
  }

  /// A new credential for a team starts with a closed breaker.
  public mutating func forgetCredential(_ credential: String) {
    credentials[credential] = nil
  }

  private mutating func askBreakers(_ route: RefreshRoute, at now: Date) -> Admission? {
    var credential = credentials[route.credential] ?? credentialBreaker
    var host = hosts[route.host] ?? hostBreaker
    if case .refuse(let until) = credential.admit(at: now) { return .wait(until: until, .credential) }
    if case .refuse(let until) = host.admit(at: now) { return .wait(until: until, .host) }
    credentials[route.credential] = credential
    hosts[route.host] = host
    return nil
  }

  private mutating func throttle(_ team: String, _ after: TimeInterval?, _ now: Date) {
    var lane = teams[team] ?? newLane(at: now)
    lane.rate.throttled(retryAfter: after, at: now)
    teams[team] = lane
    if let last = lastPressure, last.team != team, now.timeIntervalSince(last.at) < limits.sharedPressureWindow {
      // Two teams at once: it is the shared host that is tired, not one team.
      totalRate.throttled(retryAfter: nil, at: now)
    }
    lastPressure = (team, now)
  }

  private static func apply(_ health: RefreshDecision.Health, to breaker: inout CircuitBreaker, _ now: Date) -> Bool? {
    switch health {
    case .works: breaker.succeeded() ? false : nil
    case .fails: breaker.failed(at: now) ? true : nil
    case .silent: nil
    }
  }

  private func newLane(at now: Date) -> Lane {
    Lane(AdaptiveRate(ceiling: limits.teamPerSecond, at: now), at: now)
  }

  private var credentialBreaker: CircuitBreaker {
    CircuitBreaker(threshold: limits.credentialThreshold, firstPause: 300, longestPause: 21_600)
  }

  private var hostBreaker: CircuitBreaker {
    CircuitBreaker(threshold: limits.hostThreshold, firstPause: 15, longestPause: 900)
  }
}
