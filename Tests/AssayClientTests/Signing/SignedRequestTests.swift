import AssayClient
import Foundation
import Testing

@Suite("A request goes out with a proof of its own bytes, or not at all")
struct SignedRequestTests {
  @Test("the bytes that are sent are the bytes that were hashed")
  func exactBody() async throws {
    let bench = Bench()
    let body = "{ \"voucherCode\" : \"SAVE10\",\n\"cartID\":\"\u{e9}\" }"
    #expect(try await bench.client.send(try bench.request(body), account: bench.account).status == 200)
    let sent = try #require(await bench.server.requests.first)
    #expect(sent.body == Data(body.utf8))
    let challenge = try #require(sent.headers["Assay-Challenge"])
    let binding = try RequestBinding(
      method: "POST", pathAndQuery: "/calculate?currency=EUR", challenge: challenge,
      bodyHash: SHA256Digest.openSSL.hash(Data(body.utf8)))
    let proof = try #require(sent.headers["Assay-Proof"].flatMap { Data(base64Encoded: $0) })
    let fields = try JSONDecoder().decode([String: String].self, from: proof)
    let assertion = try #require(fields["assertion"].flatMap { Data(base64Encoded: $0) })
    #expect(assertion.suffix(32) == SHA256Digest.openSSL.hash(binding.bytes))
  }

  @Test("an assertion that arrives after a younger one is refused, and the client's second try succeeds")
  func outOfOrder() async throws {
    let bench = Bench(pacing: .concurrent)
    _ = try await bench.client.register(bench.account)
    await bench.server.holdNextRequest()
    async let older = bench.client.send(try bench.request("older"), account: bench.account)
    await bench.server.requestIsHeld()
    #expect(try await bench.client.send(try bench.request("younger"), account: bench.account).status == 200)
    await bench.server.release()
    #expect(try await older.status == 200)
    let bodies = await bench.server.requests.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    #expect(bodies == ["younger", "older", "older"])
    #expect(await bench.device.assertions == 3)
    #expect(Set(await bench.server.requests.compactMap { $0.headers["Assay-Challenge"] }).count == 3)
  }

  @Test("with one request at a time, the next is signed after the answer to the one before")
  func oneAtATime() async throws {
    let bench = Bench()
    _ = try await bench.client.register(bench.account)
    await bench.server.holdNextRequest()
    async let first = bench.client.send(try bench.request("first"), account: bench.account)
    await bench.server.requestIsHeld()
    async let second = bench.client.send(try bench.request("second"), account: bench.account)
    #expect(await bench.device.assertions == 1)
    await bench.server.release()
    #expect(try await [first.status, second.status] == [200, 200])
    #expect(await bench.server.requests.count == 2)
  }

  @Test("many requests of one key at a time never need a second try")
  func manyInOrder() async throws {
    let bench = Bench()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<64 {
        group.addTask { try await bench.client.send(try bench.request("\(number)"), account: bench.account).status }
      }
      for try await status in group { #expect(status == 200) }
    }
    #expect(await bench.server.requests.count == 64)
  }

  @Test("a refused proof is never followed by a request without one")
  func noUnsignedRetry() async throws {
    let bench = Bench()
    for next in ["stop", "fresh_challenge", "fresh_challenge", "new_key", "fix_request"] {
      await bench.server.respond(ScriptedServer.problem(403, "proof_refused", next: next))
    }
    for _ in 0..<3 { _ = try await bench.client.send(try bench.request(), account: bench.account) }
    let requests = await bench.server.requests
    #expect(requests.count == 5)
    #expect(requests.allSatisfy { $0.headers["Assay-Proof"] != nil && $0.headers["Assay-Challenge"] != nil })
  }

  @Test("a server that keeps asking for a fresh challenge is asked four times, and then its refusal is the answer")
  func boundedRetries() async throws {
    let bench = Bench()
    for _ in 0..<10 { await bench.server.respond(ScriptedServer.problem(409, "late", next: "fresh_challenge")) }
    let response = try await bench.client.send(try bench.request(), account: bench.account)
    #expect(ServerRefusal(response)?.code == "late")
    #expect(await bench.server.requests.count == 1 + AppAttestClient.freshChallengeLimit)
  }

  @Test("a key that the server no longer takes is dropped")
  func revokedKey() async throws {
    let bench = Bench()
    await bench.server.respond(ScriptedServer.problem(403, "key_revoked", next: "new_key"))
    #expect(try await bench.client.send(try bench.request(), account: bench.account).status == 403)
    #expect(await bench.store.record(for: bench.account) == nil)
    #expect(try await bench.client.send(try bench.request(), account: bench.account).status == 200)
    #expect(await bench.device.generated.count == 2)
  }

  @Test("without a registered key nothing is sent")
  func notRegistered() async throws {
    let bench = Bench(device: ScriptedDevice(supported: false))
    await #expect(throws: AppAttestClient.NotRegistered(registration: .unsupported)) {
      try await bench.client.send(try bench.request(), account: bench.account)
    }
    #expect(await bench.server.requests.isEmpty)
  }
}
