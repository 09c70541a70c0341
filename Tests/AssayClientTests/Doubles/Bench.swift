import AssayClient
import Foundation

/// A device, a server and a client between them.
struct Bench: Sendable {
  let clock = TestClock()
  let device: ScriptedDevice
  let server: ScriptedServer
  let store: InMemoryKeyStore
  let client: AppAttestClient
  let account = AccountID("alice")

  init(
    device: ScriptedDevice = ScriptedDevice(), store: InMemoryKeyStore = InMemoryKeyStore(),
    pacing: AppAttestClient.Pacing = .oneAtATime
  ) {
    let clock = clock
    let server = ScriptedServer(now: { clock.now })
    self.device = device
    self.server = server
    self.store = store
    client = AppAttestClient(
      provider: device, server: server, challenges: server, store: store, transport: server, digest: .openSSL,
      pacing: pacing, surroundings: clock.surroundings)
  }

  /// A second client over the same device, server and store, as after a new start of the app.
  func restarted() -> AppAttestClient {
    AppAttestClient(
      provider: device, server: server, challenges: server, store: store, transport: server, digest: .openSSL,
      surroundings: clock.surroundings)
  }

  /// A request for the checkout calculation.
  func request(_ body: String = #"{"cartID":"cart-123"}"#) throws -> ProtectedRequest {
    guard let url = URL(string: "https://api.example.com/calculate?currency=EUR") else { throw URLError(.badURL) }
    return ProtectedRequest(
      ClientRequest(method: "POST", url: url, body: Data(body.utf8)), operation: "checkout.calculate")
  }
}

extension Registration {
  /// The key that was registered, if one was.
  var keyID: String? {
    if case .registered(let key) = self { key.keyID } else { nil }
  }
}
