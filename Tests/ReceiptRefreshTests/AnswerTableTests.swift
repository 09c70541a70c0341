import Foundation
import Testing

@testable import ReceiptRefresh

/// Apple's table ("Assessing fraud risk"), row by row: next due, breaker, stored receipt, events.
@Suite struct AnswerTableTests {
  let now = Date(timeIntervalSince1970: 1_800_000_000)
  let policy = RefreshPolicy(schedule: ReceiptSchedule(jitterSpan: 0))
  let route = RefreshRoute(team: "TEAM", credential: "TEAM/KEY", host: "production")

  func standing(age days: Double = 1, state: ReceiptStanding.State = .current, metric: Int? = 1) -> ReceiptStanding {
    let attested = now.addingTimeInterval(-days * 86_400)
    return ReceiptStanding(
      subject: 7, state: state, attestedAt: attested, createdAt: attested,
      notBefore: attested.addingTimeInterval(86_400),
      expiresAt: attested.addingTimeInterval(90 * 86_400), metric: metric)
  }

  func fresh(metric: Int = 1, at created: Date? = nil) -> AppleAnswer {
    let created = created ?? now
    return .fresh(
      FreshReceipt(
        createdAt: created, notBefore: created.addingTimeInterval(86_400),
        expiresAt: created.addingTimeInterval(90 * 86_400), metric: metric))
  }

  func changes(after answer: AppleAnswer, times: Int = 1) -> [RefreshGovernor.Change] {
    var governor = RefreshGovernor(limits: GovernorLimits(credentialThreshold: 3, hostThreshold: 3), at: now)
    return (0..<times).flatMap { _ in
      governor.record(policy.decide(answer, for: standing(), at: now), on: route, at: now)
    }
  }

  @Test("200 with a newer receipt replaces the stored one, records the metric and plans the next day of the schedule")
  func success() {
    let decision = policy.decide(fresh(metric: 1), for: standing(), at: now)
    #expect(decision.replacesReceipt)
    #expect(decision.next == .due(now.addingTimeInterval(86_400)))
    #expect(decision.standing.createdAt == now)
    #expect(decision.standing.attempts == 0)
    #expect(
      decision.events == [
        .receiptVerified(createdAt: now, expiresAt: now.addingTimeInterval(90 * 86_400)),
        .riskMetricObserved(metric: 1, previous: 1),
      ])
    #expect(decision.priority == .usual)
    #expect(changes(after: fresh(), times: 20).isEmpty)
  }

  @Test("a metric that rose puts the key before the others")
  func rise() {
    let decision = policy.decide(fresh(metric: 3), for: standing(metric: 1), at: now)
    #expect(decision.priority == .raised)
    #expect(decision.events.last == .riskMetricObserved(metric: 3, previous: 1))
  }

  @Test("a first metric is not a rise: no metric is not zero")
  func firstMetric() {
    let decision = policy.decide(fresh(metric: 3), for: standing(metric: nil), at: now)
    #expect(decision.priority == .usual)
    #expect(decision.events.last == .riskMetricObserved(metric: 3, previous: nil))
  }

  @Test("200 with an older receipt, or the same one, leaves the stored receipt alone")
  func older() {
    let stored = standing(age: 2)
    for created in [stored.createdAt, stored.createdAt.addingTimeInterval(-60)] {
      let decision = policy.decide(fresh(at: created), for: stored, at: now)
      #expect(!decision.replacesReceipt)
      #expect(decision.standing.createdAt == stored.createdAt)
      #expect(decision.events == [.receiptRefused(code: "receipt_not_newer")])
    }
  }

  @Test("200 that does not verify is asked for again, and the third time set aside with the reason")
  func refusal() {
    var stored = standing()
    let first = policy.decide(.refused(code: "bad_signature"), for: stored, at: now)
    #expect(!first.replacesReceipt)
    #expect(first.standing.attempts == 1)
    #expect(first.events == [.receiptRefused(code: "bad_signature")])
    guard case .retry(let again) = first.next else { return #expect(Bool(false), "\(first.next)") }
    #expect(again > now && again <= now.addingTimeInterval(30))
    stored.attempts = 2
    let third = policy.decide(.refused(code: "bad_signature"), for: stored, at: now)
    #expect(third.next == .never)
    #expect(third.standing.state == .quarantined)
    #expect(
      third.events == [.receiptRefused(code: "bad_signature"), .receiptQuarantined(reason: "bad_signature")])
  }

  @Test("304 is no error: the receipt is asked about again behind its not-before, without an event")
  func notModified() {
    var stored = standing(age: 0.5)
    stored.attempts = 2
    let decision = policy.decide(.notModified, for: stored, at: now)
    guard case .due(let due) = decision.next, let notBefore = stored.notBefore else {
      return #expect(Bool(false), "\(decision.next)")
    }
    #expect(due >= notBefore && due <= notBefore.addingTimeInterval(900))
    #expect(decision.events.isEmpty)
    #expect(decision.standing.attempts == 0)
    #expect(decision.standing.state == .current)
    #expect(changes(after: .notModified, times: 20).isEmpty)
  }

  @Test("304 behind the not-before means that the clocks differ: an hour's wait, not a storm")
  func clockSkew() {
    guard case .due(let due) = policy.decide(.notModified, for: standing(age: 3), at: now).next else {
      return #expect(Bool(false))
    }
    #expect(due >= now.addingTimeInterval(3_600))
  }

  @Test("400 sets the receipt aside with Apple's reason", arguments: AppleAnswer.BadRequest.allCases)
  func badRequest(reason: AppleAnswer.BadRequest) {
    let decision = policy.decide(.badRequest(reason), for: standing(), at: now)
    #expect(decision.next == .never)
    #expect(decision.standing.state == .quarantined)
    #expect(!decision.replacesReceipt)
    #expect(decision.events == [.receiptQuarantined(reason: reason.rawValue)])
    #expect(changes(after: .badRequest(reason), times: 20).isEmpty)
  }

  @Test("401 opens the credential's breaker after three, costs the key no attempt and writes nothing to its stream")
  func unauthorized() {
    let decision = policy.decide(.unauthorized, for: standing(), at: now)
    guard case .retry(let again) = decision.next else { return #expect(Bool(false), "\(decision.next)") }
    #expect(again >= now.addingTimeInterval(300))
    #expect(decision.standing.attempts == 0)
    #expect(decision.standing.state == .current)
    #expect(decision.events.isEmpty)
    #expect(changes(after: .unauthorized, times: 2).isEmpty)
    #expect(
      changes(after: .unauthorized, times: 6) == [
        .credentialOpened("TEAM/KEY", nextProbe: now.addingTimeInterval(300))
      ])
  }

  @Test("404 keeps the receipt and the metric, marks them once, and probes in a week")
  func notFound() {
    let stored = standing(age: 31, metric: 2)
    let decision = policy.decide(.notFound, for: stored, at: now)
    #expect(decision.next == .due(now.addingTimeInterval(7 * 86_400)))
    #expect(decision.priority == .sparse)
    #expect(decision.standing.state == .stale)
    #expect(decision.standing.metric == 2)
    #expect(decision.standing.createdAt == stored.createdAt)
    #expect(decision.events == [.receiptStale])
    #expect(policy.decide(.notFound, for: decision.standing, at: now).events.isEmpty)
    #expect(changes(after: .notFound, times: 20).isEmpty)
  }

  @Test("a receipt that comes back to life starts the days anew")
  func revived() {
    let decision = policy.decide(fresh(metric: 2), for: standing(age: 45, state: .stale), at: now)
    #expect(decision.standing.state == .current)
    #expect(decision.standing.attestedAt == now)
    #expect(decision.events.first == .receiptRevived)
    #expect(decision.next == .due(now.addingTimeInterval(86_400)))
  }

  @Test("429 honours Retry-After, halves the rate and costs no attempt")
  func tooMany() {
    let decision = policy.decide(.tooManyRequests(retryAfter: 40), for: standing(), at: now)
    guard case .retry(let again) = decision.next else { return #expect(Bool(false), "\(decision.next)") }
    #expect(again >= now.addingTimeInterval(40) && again <= now.addingTimeInterval(44))
    #expect(decision.standing.attempts == 0)
    #expect(decision.events.isEmpty)
    var governor = RefreshGovernor(limits: GovernorLimits(teamPerSecond: 10, totalPerSecond: 50), at: now)
    _ = governor.record(decision, on: route, at: now)
    #expect(governor.admit(route, at: now) == .wait(until: now.addingTimeInterval(40), .retryAfter))
    #expect(governor.teamPerSecond("TEAM", at: now.addingTimeInterval(40)) == 5)
    #expect(governor.teamPerSecond("OTHER", at: now) == 10)
  }

  @Test(
    "5xx and network failures back off with jitter, and the host's breaker opens",
    arguments: [
      AppleAnswer.serverError(status: 500, retryAfter: nil), .serverError(status: 503, retryAfter: nil),
      .unreachable(code: "tls"), .unreachable(code: "timeout"),
    ])
  func unavailable(answer: AppleAnswer) {
    var stored = standing()
    var delays: [TimeInterval] = []
    for _ in 0..<4 {
      let decision = policy.decide(answer, for: stored, at: now)
      guard case .retry(let again) = decision.next else { return #expect(Bool(false), "\(decision.next)") }
      delays.append(again.timeIntervalSince(now))
      #expect(decision.events.isEmpty && !decision.replacesReceipt)
      stored = decision.standing
    }
    #expect(stored.attempts == 4 && stored.state == .current)
    for (index, delay) in delays.enumerated() {
      let full = 30 * pow(2, Double(index))
      #expect(delay >= full / 2 && delay <= full)
    }
    #expect(
      changes(after: answer, times: 5) == [.hostOpened("production", nextProbe: now.addingTimeInterval(15))])
  }

  @Test("a 503 with Retry-After waits at least that long")
  func retryAfter() {
    let decision = policy.decide(.serverError(status: 503, retryAfter: 900), for: standing(), at: now)
    #expect(decision.next == .retry(now.addingTimeInterval(900)))
  }

  @Test("what Apple does not document is kept for a person", arguments: ["redirect", "status_418", "oversize"])
  func unknown(code: String) {
    let decision = policy.decide(.unknown(code: code), for: standing(), at: now)
    #expect(decision.next == .never)
    #expect(decision.standing.state == .held)
    #expect(decision.events == [.receiptHeld(code: code)])
    #expect(changes(after: .unknown(code: code), times: 20).isEmpty)
  }

  @Test("a receipt past field 21 is not asked about; its metric stays what it was")
  func expiry() {
    let decision = policy.expire(standing(age: 91, state: .stale, metric: 2))
    #expect(decision.next == .never)
    #expect(decision.standing.state == .expired)
    #expect(decision.standing.metric == 2)
    #expect(decision.events == [.receiptExpired])
  }
}
