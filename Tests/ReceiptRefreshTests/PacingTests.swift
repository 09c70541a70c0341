import Foundation
import Testing

@testable import ReceiptRefresh

@Suite struct PacingTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)

  func later(_ seconds: TimeInterval) -> Date { now.addingTimeInterval(seconds) }

  @Test("a 429 halves the rate and quiet time brings it back additively, never above the ceiling")
  func adaptive() {
    var rate = AdaptiveRate(ceiling: 16, floor: 1, recoveryPerSecond: 0.1, at: now)
    rate.throttled(retryAfter: nil, at: now)
    #expect(rate.perSecond(at: now) == 8)
    rate.throttled(retryAfter: nil, at: later(0.5))
    #expect(rate.perSecond(at: later(0.5)) > 8)
    rate.throttled(retryAfter: nil, at: later(10))
    #expect(rate.perSecond(at: later(10)) == 4.5)
    #expect(rate.perSecond(at: later(20)) == 5.5)
    #expect(rate.perSecond(at: later(10_000)) == 16)
  }

  @Test("the floor stays, however often Apple throttles")
  func floor() {
    var rate = AdaptiveRate(ceiling: 16, floor: 1, recoveryPerSecond: 0, at: now)
    for second in 0..<20 { rate.throttled(retryAfter: nil, at: later(Double(second) * 2)) }
    #expect(rate.perSecond(at: later(40)) == 1)
  }

  @Test("no second holds more than the rate, in total and for each team")
  func slots() {
    var governor = RefreshGovernor(limits: GovernorLimits(teamPerSecond: 4, totalPerSecond: 10), at: now)
    var sent: [String: [Date]] = [:]
    for index in 0..<200 {
      let team = "TEAM\(index % 5)"
      let route = RefreshRoute(team: team, credential: team, host: "production")
      guard case .send(let slot) = governor.admit(route, at: now) else { return #expect(Bool(false)) }
      sent[team, default: []].append(slot)
    }
    let all = sent.values.flatMap { $0 }.sorted()
    for second in 0..<30 {
      let inside = { (slots: [Date]) in slots.count { $0 >= later(Double(second)) && $0 < later(Double(second + 1)) } }
      #expect(inside(all) <= 10)
      #expect(sent.values.allSatisfy { inside($0) <= 4 })
    }
  }

  /// Questions that are due, asked in the order in which they are, for a number of seconds; how many were sent by team.
  func play(_ due: [(at: TimeInterval, team: String)], seconds: TimeInterval, _ limits: GovernorLimits) -> [String: Int]
  {
    var governor = RefreshGovernor(limits: limits, at: now)
    var waiting = due
    var sent: [String: Int] = [:]
    for tick in stride(from: 0, to: seconds, by: 0.25) {
      let (ready, rest) = (waiting.filter { $0.at <= tick }, waiting.filter { $0.at > tick })
      waiting = rest
      for question in ready {
        let route = RefreshRoute(team: question.team, credential: question.team, host: "production")
        switch governor.admit(route, at: later(tick), patience: 5) {
        case .send: sent[question.team, default: 0] += 1
        case .wait(let until, _): waiting.append((until.timeIntervalSince(now), question.team))
        }
      }
    }
    return sent
  }

  @Test("a backlog far beyond the rate is worked off at the rate, for it reserves nothing far ahead")
  func backlog() {
    let due = (0..<3_000).map { _ in (at: 0.0, team: "A") }
    let sent = play(due, seconds: 120, GovernorLimits(teamPerSecond: 10, totalPerSecond: 10))
    #expect((sent["A"] ?? 0) > 1_100)
    #expect((sent["A"] ?? 0) <= 1_260)
  }

  @Test("a team that is at its own rate does not hold up the others, while the total has room")
  func slowTeam() {
    let slow = (0..<600).map { _ in (at: 0.0, team: "SLOW") }
    let quick = (0..<400).map { (at: Double($0) / 10, team: "TEAM\($0 % 20)") }
    let sent = play(slow + quick, seconds: 50, GovernorLimits(teamPerSecond: 2, totalPerSecond: 100))
    #expect((sent["SLOW"] ?? 0) > 90)
    #expect(sent.filter { $0.key != "SLOW" }.values.reduce(0, +) == 400)
  }

  @Test("429 for two teams at once slows everybody")
  func sharedPressure() {
    var governor = RefreshGovernor(limits: GovernorLimits(teamPerSecond: 10, totalPerSecond: 50), at: now)
    let policy = RefreshPolicy()
    let standing = ReceiptStanding(subject: 1, attestedAt: now, createdAt: now, expiresAt: later(86_400))
    for team in ["A", "B"] {
      let decision = policy.decide(.tooManyRequests(retryAfter: nil), for: standing, at: now)
      _ = governor.record(decision, on: RefreshRoute(team: team, credential: team, host: "p"), at: now)
    }
    #expect(governor.totalPerSecond(at: now) == 25)
    #expect(governor.teamPerSecond("A", at: now) == 5)
  }

  @Test("an open breaker lets one probe through, doubles its pause when it fails and closes when it works")
  func breaker() {
    var breaker = CircuitBreaker(threshold: 2, firstPause: 10, longestPause: 60)
    #expect(breaker.failed(at: now) == false)
    #expect(breaker.failed(at: now) == true)
    #expect(breaker.admit(at: now) == .refuse(until: later(10)))
    #expect(breaker.admit(at: later(10)) == .probe)
    #expect(breaker.admit(at: later(11)) == .refuse(until: later(20)))
    #expect(breaker.failed(at: later(12)) == false)
    #expect(breaker.admit(at: later(31)) == .refuse(until: later(32)))
    #expect(breaker.admit(at: later(32)) == .probe)
    #expect(breaker.succeeded() == true)
    #expect(breaker.admit(at: later(32)) == .pass)
  }

  @Test("a probe whose answer never comes is given up")
  func lostProbe() {
    var breaker = CircuitBreaker(threshold: 1, firstPause: 10, longestPause: 60)
    _ = breaker.failed(at: now)
    #expect(breaker.admit(at: later(10)) == .probe)
    #expect(breaker.admit(at: later(20)) == .probe)
  }
}
