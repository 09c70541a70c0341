import AppleLab
import AssayClient
import CheckoutApp
import Foundation
import StackTestSupport

/// A device with the shop's app, signed in as an account, with a clock that a test can move.
struct ShopDevice: Sendable {
  let app: CheckoutApp
  let provider: LabAttestationProvider
  let store: InMemoryKeyStore
  let account: AccountID
  private let clock: MovableClock

  init(
    _ floor: ShopFloor.Open, _ account: String = "alice", shape: LabShape = .ios27, isSupported: Bool = true,
    port: UInt16? = nil, store: InMemoryKeyStore = InMemoryKeyStore(),
    pacing: AppAttestClient.Pacing = .oneAtATime, transport: (any ClientTransport)? = nil
  ) throws {
    let clock = MovableClock()
    guard let base = URL(string: "http://127.0.0.1:\(port ?? floor.port)") else { throw URLError(.badURL) }
    self.account = AccountID(account)
    self.clock = clock
    self.store = store
    provider = LabAttestationProvider(
      device: LabDevice(authorities: floor.authorities, appID: ShopFloor.appID, shape: shape),
      isSupported: isSupported)
    app = CheckoutApp(
      base: base, account: self.account, token: account + "-token", provider: provider,
      // Behind a proxy of one's own something gets lost, and the wait for it is the test's.
      transport: transport ?? URLSessionTransport(timeoutSeconds: port == nil ? 20 : 6), store: store, pacing: pacing,
      surroundings: clock.surroundings)
  }

  /// How a registration ends once the server has let the device in: a wait that it names before there is a key is waited.
  func registration() async throws -> Registration {
    for _ in 0..<60 {
      let registration = try await app.register()
      guard case .waiting(let until) = registration, await provider.keyCount == 0 else { return registration }
      try await Task.sleep(for: .seconds(max(0.05, until.timeIntervalSince(clock.now))))
    }
    throw TestStack.Failure(description: "the server let nobody in")
  }

  /// The registered key. What the client puts off with a key in hand is not waited for: the clock is moved.
  @discardableResult
  func registered() async throws -> RegisteredKey {
    for _ in 0..<10 {
      switch try await registration() {
      case .registered(let key): return key
      case .waiting(let until): clock.move(to: until)
      case let other: throw TestStack.Failure(description: "not registered: \(other)")
      }
    }
    throw TestStack.Failure(description: "the key was not registered")
  }

  func calculate() async throws -> ClientResponse {
    try await app.calculate(cart: "cart-123", voucher: "SAVE10")
  }
}
