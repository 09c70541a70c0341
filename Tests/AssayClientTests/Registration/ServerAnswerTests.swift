import AssayClient
import Foundation
import Testing

@Suite("The server's answers decide what becomes of a key")
struct ServerAnswerTests {
  @Test("no key is made before the server admits the device")
  func admissionFirst() async throws {
    let bench = Bench()
    await bench.server.decide(.wait(seconds: 5), .off)
    let start = bench.clock.now
    #expect(try await bench.client.register(bench.account) == .waiting(until: start + 5))
    bench.clock.advance(by: 5)
    #expect(try await bench.client.register(bench.account) == .off)
    #expect(await bench.device.generated.isEmpty)
  }

  @Test(
    "a refusal that asks for a new key, or a new challenge, drops this one", arguments: ["new_key", "fresh_challenge"])
  func newKey(_ advice: String) async throws {
    let bench = Bench()
    let refusal = refusal(advice)
    await bench.server.answer(.refused(refusal))
    #expect(try await bench.client.register(bench.account) == .refused(refusal))
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.device.generated.count == 2)
  }

  @Test("a server in trouble costs no key", arguments: ["retry_same_key", "wait"])
  func trouble(_ advice: String) async throws {
    let bench = Bench()
    await bench.server.answer(.refused(refusal(advice, after: 7)))
    let start = bench.clock.now
    #expect(try await bench.client.register(bench.account) == .waiting(until: start + 7))
    bench.clock.advance(by: 7)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.device.generated.count == 1)
    #expect(await bench.device.attestations.count == 1)
  }

  @Test("a key that is refused for good stays refused, and no other is made until the app asks for it")
  func stop() async throws {
    let bench = Bench()
    await bench.server.answer(.refused(refusal("stop")))
    for client in [bench.client, bench.restarted()] {
      let registration = try await client.register(bench.account)
      guard case .refused(let refusal) = registration else {
        Issue.record("\(registration)")
        continue
      }
      #expect(refusal.code == "no")
    }
    #expect(await bench.device.generated.count == 1)
    try await bench.client.forget(bench.account)
    #expect(try await bench.client.register(bench.account).keyID != nil)
  }

  @Test("a server that holds a key which the device lost is told so")
  func keyLost() async throws {
    let bench = Bench()
    await bench.server.decide(.registered)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.server.questions.map(\.lastError) == [nil, "key_lost"])
  }

  @Test("an answer without advice that tells of the server's trouble reads as wait", arguments: [429, 500, 502, 503])
  func transientStatus(_ status: Int) {
    let response = ClientResponse(status: status, headers: ["retry-after": "9"], body: Data("<html>".utf8))
    #expect(ServerRefusal(response)?.advice == .wait)
    #expect(ServerRefusal(response)?.retryAfterSeconds == 9)
  }

  private func refusal(_ advice: String, after seconds: Double? = nil) -> ServerRefusal {
    ServerRefusal(
      status: 403, code: "no", advice: ServerRefusal.Advice(rawValue: advice), retryAfterSeconds: seconds)
  }
}
