import AppleLab
import AssayClient
import Cryptography
import Foundation
import Locking
import StackTestSupport

/// A device's client before the device API of an app, with a clock that a test can move.
struct ClientBench: Sendable {
  static let digest = SHA256Digest { Data(Cryptography.SHA256.hash([UInt8]($0))) }

  let client: AppAttestClient
  let api: DeviceAPI
  let provider: LabProvider
  let store = InMemoryKeyStore()
  let account: AccountID
  private let ahead: Locked<TimeInterval>

  init(_ app: DeviceApp, account: String = "alice", port: UInt16? = nil, appCode: AppCode? = nil) throws {
    let ahead = Locked<TimeInterval>(0)
    let now: @Sendable () -> Date = { Date() + ahead.withLock { $0 } }
    guard let base = URL(string: "http://127.0.0.1:\(port ?? app.running.stack.port)\(app.prefix)") else {
      throw URLError(.badURL)
    }
    self.ahead = ahead
    self.account = AccountID(account)
    let transport = URLSessionTransport(timeoutSeconds: port == nil ? 20 : 2)
    api = DeviceAPI(base: base, transport: transport, appCode: appCode)
    provider = LabProvider(device: app.device())
    client = AppAttestClient(
      provider: provider, server: api, challenges: NoChallenges(), store: store, transport: transport,
      digest: Self.digest,
      surroundings: Surroundings(
        now: now, jitter: { Double.random(in: 0..<1) }, submissionID: { UUID().uuidString + UUID().uuidString }))
  }

  func register() async throws -> Registration { try await client.register(account) }

  /// Comes back at the moments that the client names; its clock is moved there.
  func registered() async throws -> RegisteredKey {
    for _ in 0..<10 {
      switch try await register() {
      case .registered(let key): return key
      case .waiting(let until): ahead.withLock { $0 = max($0, until.timeIntervalSinceNow) }
      case let other: throw TestStack.Failure(description: "not registered: \(other)")
      }
    }
    throw TestStack.Failure(description: "the key was not registered")
  }
}

/// Keys of the device API sign no requests.
private struct NoChallenges: ChallengeServer {
  func challenge(operation: String, account: AccountID) async throws -> String {
    throw TestStack.Failure(description: "the device API has no signed requests")
  }
}
