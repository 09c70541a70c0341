import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

extension DeviceBitsTests {
  /// A worker is killed while Apple is at its call.
  @Suite("A worker that is killed in the middle of a call about the two bits", .timeLimit(.minutes(3)))
  struct LostWorkerTests {
    private static let lost = "select count(*) from assay.device_bits_calls where state = 1"

    /// Puts a call that Apple takes long over, kills the worker that is at it, and answers what the caller was told, and
    /// after how long.
    private func answerAfterKill(
      _ shop: BitsShop.Open, _ call: @escaping @Sendable () throws -> WireAnswer
    ) async throws -> (answer: WireAnswer, seconds: TimeInterval) {
      let (before, began) = (shop.lab.history.count, Date())
      shop.lab.fail(with: .delay(20))
      defer { shop.lab.clearFaults() }
      async let answer = onThread(call)
      while shop.lab.history.count == before { try await Task.sleep(for: .milliseconds(5)) }
      try await shop.crew.killBusy()
      return (try await answer, Date().timeIntervalSince(began))
    }

    /// Lets the time of the lost worker's lease and turn pass.
    private func endLeases(_ shop: BitsShop.Open) async throws {
      for table in ["device_bits_turns", "device_bits_calls"] {
        try await shop.app.running.stack.sql(
          "update assay.\(table) set lease_expires_at = now() - interval '1 second' where lease_expires_at is not null")
      }
    }

    private func untilNoneIsLost(_ shop: BitsShop.Open) async throws {
      while try await shop.app.running.stack.number(Self.lost) > 0 { try await Task.sleep(for: .milliseconds(50)) }
    }

    private func failures(_ shop: BitsShop.Open) throws -> Int {
      let events = try shop.app.running.stack.assay([
        "events", "read", "--tenant", shop.app.running.tenant, "--type", "device_bits_update_failed", "--limit", "1000",
      ])
      return "\(events)".matches(of: /worker_lost/).count
    }

    @Test(
      "an update: its outcome is not known, and the caller is told so in time; it is not made again, the feed has it, and another worker makes the next"
    )
    func update() async throws {
      let shop = try await BitsShop.shared.open()
      let (stack, token) = (shop.app.running.stack, shop.lab.token(of: "killed"))
      let (before, known) = (shop.lab.history.count, try failures(shop))
      let (answer, seconds) = try await answerAfterKill(shop) { try shop.update(token, ["bit0": true]) }
      #expect(answer.row == "503 device_bits_outcome_unknown" && answer.object["next"] as? String == "wait")
      #expect(seconds < 6, "\(seconds)")
      // The turn of the team is lent for no longer than 30 seconds, and until then no other update meets the lost one.
      #expect(
        try await stack.number(
          "select count(*) from assay.device_bits_turns where lease_expires_at < now() + interval '30 seconds'") == 1)
      #expect(try shop.update(shop.lab.token(of: "killed"), ["bit1": true]).row == "503 device_bits_not_asked")
      #expect(shop.lab.history.count == before + 1)
      try await endLeases(shop)
      #expect(try shop.update(shop.lab.token(of: "killed"), ["bit1": true]).status == 204)
      try await untilNoneIsLost(shop)
      #expect(shop.lab.history.count == before + 2)
      #expect(try failures(shop) == known + 1)
      #expect(
        try await stack.number(
          "select count(*) from assay.device_bits_calls where device_token is not null and state > 0") == 0)
      #expect(try shop.query(shop.lab.token(of: "killed")).object["bit0"] as? Bool == true)
      try await shop.crew.hire()
    }

    @Test("a query: the caller is told in time to come back, it is not put again, and another worker answers the next")
    func query() async throws {
      let shop = try await BitsShop.shared.open()
      let (before, token) = (shop.lab.history.count, shop.lab.token(of: "asked"))
      let (answer, seconds) = try await answerAfterKill(shop) { try shop.query(token) }
      #expect(answer.row == "503 apple_unavailable" && answer.object["next"] as? String == "wait")
      #expect(seconds < 6, "\(seconds)")
      // A query has no turn: others are answered at once.
      #expect(try shop.query(shop.lab.token(of: "asked")).text == #"{"state":"never_set"}"#)
      try await endLeases(shop)
      try await untilNoneIsLost(shop)
      #expect(shop.lab.history.count == before + 2)
      try await shop.crew.hire()
    }

    @Test("an update that is repeated with its Idempotency-Key is not carried out twice: Apple refuses the used token")
    func repeated() async throws {
      let shop = try await BitsShop.shared.open()
      let token = Base64.encode(shop.lab.token(of: "repeated"))
      let headers = ["Idempotency-Key": UUID().uuidString]
      let send = { @Sendable in
        try shop.caller.call("POST", "device-bits/update", ["device_token": token, "bit0": true], headers)
      }
      let before = shop.lab.history.count
      let (answer, _) = try await answerAfterKill(shop, send)
      #expect(answer.row == "503 device_bits_outcome_unknown")
      try await endLeases(shop)
      #expect(try send().row == "422 device_token_refused")
      #expect(shop.lab.history[before...].filter { $0.status == 200 }.count == 1)
      try await shop.crew.hire()
    }

    @Test("a caller who still waits when the lease is over is answered then")
    func woken() async throws {
      let shop = try await BitsShop.shared.open()
      let token = shop.lab.token(of: "woken")
      shop.lab.fail(with: .delay(20))
      defer { shop.lab.clearFaults() }
      let (before, began) = (shop.lab.history.count, Date())
      async let answer = onThread { try shop.query(token) }
      while shop.lab.history.count == before { try await Task.sleep(for: .milliseconds(5)) }
      try await shop.crew.killBusy()
      try await endLeases(shop)
      // A worker that starts looks first for what others left behind.
      try await shop.crew.hire()
      #expect(try await answer.row == "503 apple_unavailable")
      // Before the caller's own time is over.
      #expect(Date().timeIntervalSince(began) < 4.5)
    }
  }
}
