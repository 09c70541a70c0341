import AssayClient
import Foundation
import Testing

@Suite("After a timeout the client ends in the right state, with one key")
struct LostMessageTests {
  @Test("a submission lost anywhere is reconciled and registers the same key", arguments: ScriptedServer.Loss.allCases)
  func lostSubmission(_ loss: ScriptedServer.Loss) async throws {
    let bench = Bench()
    await bench.server.lose(.register, loss)
    let registration = try await bench.client.register(bench.account)
    let generated = await bench.device.generated
    #expect(registration.keyID == generated.first)
    #expect(generated.count == 1)
    #expect(await bench.device.attestations.count == 1)
    #expect(await bench.server.submissions.count == 1)
    #expect(await bench.store.record(for: bench.account)?.state == .registered(credential: nil))
  }

  @Test(
    "when the reconciliation is lost as well, the attested key is kept and the next attempt registers it",
    arguments: ScriptedServer.Loss.allCases)
  func lostReconciliation(_ loss: ScriptedServer.Loss) async throws {
    let bench = Bench()
    await bench.server.lose(.register, loss)
    await bench.server.lose(.reconcile, loss)
    let start = bench.clock.now
    #expect(try await bench.client.register(bench.account) == .waiting(until: start + 30))
    bench.clock.advance(by: 31)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.device.generated.count == 1)
    #expect(await bench.device.attestations.count == 1)
  }

  @Test("an app that dies before the answer registers the same key at its next start")
  func deathBeforeTheAnswer() async throws {
    let bench = Bench()
    await bench.server.lose(.register, .afterTheCommit)
    await bench.server.lose(.reconcile, .beforeTheServer)
    _ = try await bench.client.register(bench.account)
    let registration = try await bench.restarted().register(bench.account)
    #expect(registration.keyID != nil)
    #expect(await bench.device.generated.count == 1)
    #expect(await bench.server.submissions.count == 1)
  }

  @Test("a question that gets no answer fails before a key is made")
  func lostQuestion() async throws {
    let bench = Bench()
    await bench.server.lose(.admission, .beforeTheServer)
    await #expect(throws: ScriptedServer.Lost.self) { try await bench.client.register(bench.account) }
    #expect(await bench.device.generated.isEmpty)
    #expect(try await bench.client.register(bench.account).keyID != nil)
  }

  @Test("a signed request that is lost is not sent again by the client", arguments: ScriptedServer.Loss.allCases)
  func lostRequest(_ loss: ScriptedServer.Loss) async throws {
    let bench = Bench()
    await bench.server.lose(.request, loss)
    await #expect(throws: ScriptedServer.Lost.self) {
      try await bench.client.send(try bench.request(), account: bench.account)
    }
    #expect(await bench.server.requests.count == (loss.reachesTheServer ? 1 : 0))
    #expect(try await bench.client.send(try bench.request(), account: bench.account).status == 200)
    #expect(await bench.server.keys.count == 1)
  }
}
