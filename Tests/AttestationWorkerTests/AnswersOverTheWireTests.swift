import AppleLab
import Foundation
import Testing
import WorkerTestSupport

/// Apple's table over the wire and into the database: the next due time, the breaker, the stored receipt, the events.
@Suite(.serialized) struct AnswersOverTheWireTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var fault: AppleFault?
    var state: Int16 = 0
    var reason: String?
    var attempts = 0
    var replaced = false
    var events: [String] = []
    var again: ClosedRange<TimeInterval>?
    var answer: String

    var testDescription: String { name }
  }

  static let day: TimeInterval = 86_400
  static let fresh: [String] = ["receipt_verified", "risk_metric_observed"]

  static let rows: [Row] = [
    Row(name: "200", replaced: true, events: fresh, again: 23 * 3_600...26 * 3_600, answer: "fresh"),
    Row(
      name: "200, two fraction digits", fault: .fractionDigits(2), replaced: true, events: fresh,
      again: 23 * 3_600...26 * 3_600, answer: "fresh"),
    Row(
      name: "200, no fraction", fault: .fractionDigits(0), replaced: true, events: fresh,
      again: 23 * 3_600...26 * 3_600,
      answer: "fresh"),
    Row(
      name: "200, definite lengths", fault: .definiteLengths, replaced: true, events: fresh,
      again: 23 * 3_600...26 * 3_600, answer: "fresh"),
    Row(
      name: "200, mangled field 4", fault: .receipt(.receiptClientHashMangled), replaced: true, events: fresh,
      again: 23 * 3_600...26 * 3_600, answer: "fresh"),
    refused("200, wrong signer", .receipt(.receiptWrongSigner)),
    refused("200, foreign chain", .receipt(.receiptWrongChain)),
    refused("200, another app", .receipt(.receiptWrongAppID)),
    refused("200, another key", .receipt(.receiptOtherKey)),
    refused("200, wrong environment", .receipt(.receiptWrongEnvironment)),
    refused("200, no metric", .receipt(.receiptMetricMissing)),
    refused("200, older than five minutes", .olderReceipt(400)),
    refused("200, older than the stored one", .olderReceipt(7_200)),
    refused("200, the same receipt", .sameReceipt),
    refused("200, not base64", .notBase64),
    refused("200, empty", .emptyBody),
    Row(name: "304", fault: .status(304, body: "", retryAfter: nil), again: 3_600...4_600, answer: "not_modified"),
    Row(
      name: "400 environment", fault: .status(400, body: "Incorrect Environment", retryAfter: nil), state: 2,
      reason: "incorrect_environment", events: ["receipt_quarantined"], answer: "bad_request"),
    Row(
      name: "400 payload", fault: .status(400, body: "Bad Payload", retryAfter: nil), state: 2, reason: "bad_payload",
      events: ["receipt_quarantined"], answer: "bad_request"),
    Row(name: "401", fault: .status(401, body: "", retryAfter: nil), again: 290...620, answer: "unauthorized"),
    Row(
      name: "404", fault: .status(404, body: "", retryAfter: nil), state: 1, events: ["receipt_stale"],
      again: 7 * day - 60...7 * day + 7_300, answer: "not_found"),
    Row(name: "429", fault: .status(429, body: "", retryAfter: 120), again: 115...140, answer: "too_many_requests"),
    Row(
      name: "500", fault: .status(500, body: "", retryAfter: nil), attempts: 1, again: 10...31, answer: "server_error"),
    Row(
      name: "503", fault: .status(503, body: "", retryAfter: 90), attempts: 1, again: 85...95, answer: "server_error"),
    Row(name: "half a body", fault: .halfBody, attempts: 1, again: 10...31, answer: "unreachable"),
    Row(name: "connection cut", fault: .cutConnection, attempts: 1, again: 10...31, answer: "unreachable"),
    Row(name: "no answer", fault: .silence, attempts: 1, again: 10...31, answer: "unreachable"),
    held("redirect", .redirect("https://example.com/"), "redirect"),
    held("oversize", .oversize(100_000), "oversize"),
    held("418", .status(418, body: "", retryAfter: nil), "status_418"),
    held("204", .status(204, body: "", retryAfter: nil), "status_204"),
  ]

  static func refused(_ name: String, _ fault: AppleFault) -> Row {
    Row(name: name, fault: fault, attempts: 1, events: ["receipt_refused"], again: 10...31, answer: "refused")
  }

  static func held(_ name: String, _ fault: AppleFault, _ code: String) -> Row {
    Row(name: name, fault: fault, state: 4, reason: code, events: ["receipt_held"], answer: "unknown")
  }

  @Test("each answer of Apple leaves the stored receipt, the next due time and the events as the table says")
  func table() async throws {
    try await WorkerStage.with { stage in
      for row in Self.rows { try await check(row, stage) }
    }
  }

  private func check(_ row: Row, _ stage: WorkerStage) async throws {
    let key = try #require(try await stage.addKeys(1).first)
    stage.apple.clearFaults()
    if let fault = row.fault { stage.apple.add(FaultRule(fault)) }
    try await RunningWorker.with(stage.environment(name: "worker", ["ASSAY_APPLE_ANSWER_SECONDS": "1"])) {
      try await stage.until(row.name) { try await stage.standing(of: key.key).asked > 0 }
    }
    let after = try await stage.standing(of: key.key)
    #expect(after.answer == row.answer, "\(row.name)")
    #expect(after.state == row.state, "\(row.name)")
    #expect(after.reason == row.reason, "\(row.name)")
    #expect(after.attempts == row.attempts, "\(row.name)")
    #expect((after.receipt != key.attestation.receipt) == row.replaced, "\(row.name)")
    #expect((after.metric != nil) == row.replaced, "\(row.name)")
    #expect(after.events == row.events, "\(row.name)")
    #expect(after.jobState == (row.again == nil ? 2 : 0), "\(row.name)")
    if let again = row.again { #expect(again.contains(after.runAt.timeIntervalSinceNow), "\(row.name)") }
    #expect(after.owner == nil, "\(row.name)")
  }
}
