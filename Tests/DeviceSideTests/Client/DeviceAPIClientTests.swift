import AssayClient
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@Suite("The client over the device API, against the running program", .enabled(if: TestStack.isPossible))
struct DeviceAPIClientTests {
  @Test("two devices, sixty-four callers each: one key and one account for each")
  func callers() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let devices = [try ClientBench(app, account: "alice"), try ClientBench(app, account: "bob")]
    let found = try await withThrowingTaskGroup(of: (Int, RegisteredKey).self) { group in
      for number in 0..<128 { group.addTask { (number % 2, try await devices[number % 2].registered()) } }
      return try await group.reduce(into: [Int: [RegisteredKey]]()) { $0[$1.0, default: []].append($1.1) }
    }
    for place in 0..<2 {
      let keys = try #require(found[place])
      #expect(keys.count == 64)
      #expect(keys.allSatisfy { $0 == keys[0] })
      #expect(await devices[place].provider.keyCount == 1)
    }
    #expect(try app.accountCount() == 2)
    #expect(found[0]?[0].credential != found[1]?[0].credential)
  }

  @Test("a submission that times out: one key, one account, and its token", arguments: MessageLoss.allCases)
  func lostSubmission(_ loss: MessageLoss) async throws {
    let (app, device, proxy) = try await lossy()
    proxy.lose("/v1/accounts", loss)
    guard case .waiting = try await device.register() else {
      Issue.record("the client does not wait")
      return
    }
    guard case .attested? = await device.store.record(for: device.account)?.state else {
      Issue.record("the attested key is not kept")
      return
    }
    // Sent, and asked about; each time the answer is lost.
    #expect(proxy.arrived("/v1/accounts") == (loss == .beforeTheServer ? 0 : 2))
    proxy.mend()
    let key = try await device.registered()
    #expect(await device.provider.keyCount == 1)
    #expect(try app.accountCount() == 1)
    #expect(await device.store.record(for: device.account)?.state == .registered(credential: key.credential))
    #expect(try app.account(try #require(key.credential)).status == 200)
  }

  @Test("a challenge that times out makes no key", arguments: MessageLoss.allCases)
  func lostChallenge(_ loss: MessageLoss) async throws {
    let (app, device, proxy) = try await lossy()
    proxy.lose("/v1/attest/challenge", loss)
    await #expect(throws: (any Error).self) { try await device.register() }
    #expect(await device.provider.keyCount == 0)
    proxy.mend()
    _ = try await device.registered()
    #expect(await device.provider.keyCount == 1)
    #expect(try app.accountCount() == 1)
  }

  @Test("while Apple is not available the key and the hash stay, and then make the account")
  func appleAway() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let device = try ClientBench(app)
    await device.provider.fail(with: .serverUnavailable, .serverUnavailable)
    _ = try await device.registered()
    #expect(await device.provider.keyCount == 1)
    let hashes = await device.provider.hashes
    #expect(hashes.count == 3)
    #expect(Set(hashes).count == 1)
  }

  @Test("with the app code on, the client's code opens every call")
  func appCode() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let added = try app.command(["app", "app-code", "add"])
    let code = try #require((added["secret"] as? String).flatMap { AppCode(base32: $0, digest: ClientBench.digest) })
    try await app.settle()
    let device = try ClientBench(app, appCode: code)
    let token = try #require(try await device.registered().credential)
    #expect(try await device.api.account(token: token).id.hasPrefix("acc_"))
    try await device.api.deleteAccount(token: token)
    await #expect(throws: ServerRefusal.self) { try await device.api.account(token: token) }
    guard case .refused(let refusal) = try await ClientBench(app).api.register(.invented, account: AccountID("eve"))
    else {
      Issue.record("no code was needed")
      return
    }
    #expect(refusal.code == "app_code_invalid")
  }

  private func lossy() async throws -> (DeviceApp, ClientBench, LossyProxy) {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let proxy = try LossyProxy(before: app.running.stack.port)
    return (app, try ClientBench(app, port: proxy.port), proxy)
  }
}

extension RegistrationSubmission {
  fileprivate static let invented = RegistrationSubmission(
    keyID: Data(repeating: 1, count: 32).base64EncodedString(),
    challenge: AttestationChallenge(text: "none", form: .text, expiresAt: .distantFuture), object: Data([1]),
    submissionID: "s")
}

extension DeviceApp {
  /// How many accounts stand.
  fileprivate func accountCount() throws -> Int {
    let listed = try running.stack.assay(["account", "list", appID, "--tenant", running.tenant])
    return (listed["accounts"] as? [[String: Any]])?.count ?? 0
  }
}
