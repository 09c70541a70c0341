import AssayClient
import CheckoutApp
import Foundation
import HTTPServer
import StackTestSupport
import Testing

@Suite("After a timeout in each place, against the running programs", .enabled(if: TestStack.isPossible))
struct LostMessageTests {
  @Test("a submission that times out is reconciled: the same key, registered", arguments: MessageLoss.allCases)
  func submission(_ loss: MessageLoss) async throws {
    let (device, proxy) = try await lossy()
    proxy.lose("/attest/attestations", loss)
    let registration = try await device.registration()
    // What never reached the server is sent once more, and lost again: the key waits.
    if loss == .beforeTheServer { #expect(registration.isWaiting) } else { #expect(registration.key != nil) }
    proxy.mend()
    try await isRegistered(device)
  }

  @Test("when the reconciliation times out as well, the attested key is kept", arguments: MessageLoss.allCases)
  func reconciliation(_ loss: MessageLoss) async throws {
    let (device, proxy) = try await lossy()
    proxy.lose("/attest/attestations", loss)
    proxy.lose("/attest/keys/", loss)
    #expect(try await device.registration().isWaiting)
    guard case .attested? = await device.store.record(for: device.account)?.state else {
      Issue.record("the attested key is not kept")
      return
    }
    proxy.mend()
    try await isRegistered(device)
  }

  @Test("a timeout between the shop and Assay blames no key", arguments: MessageLoss.allCases)
  func behindTheShop(_ loss: MessageLoss) async throws {
    let floor = try await ShopFloor.shared.open()
    let proxy = try LossyProxy(before: floor.stack.port)
    let shop = try ShopFloor.Open.shop(secret: floor.secret, assay: proxy.port, floor.log)
    defer { shop.stop() }
    let device = try ShopDevice(floor, port: shop.port, transport: URLSessionTransport(timeoutSeconds: 20))
    proxy.lose("/attestations", loss)
    #expect(try await device.registration().isWaiting)
    proxy.mend()
    try await isRegistered(device)
  }

  @Test("a question for admission that times out makes no key", arguments: MessageLoss.allCases)
  func admission(_ loss: MessageLoss) async throws {
    let (device, proxy) = try await lossy()
    proxy.lose("/attest/admissions", loss)
    await #expect(throws: (any Error).self) { try await device.app.register() }
    #expect(await device.provider.keyCount == 0)
    proxy.mend()
    try await isRegistered(device)
  }

  @Test("a signed request that times out is not sent again; the next one passes", arguments: MessageLoss.allCases)
  func signedRequest(_ loss: MessageLoss) async throws {
    let (device, proxy) = try await lossy()
    try await device.registered()
    proxy.lose("/calculate", loss)
    await #expect(throws: (any Error).self) { try await device.calculate() }
    #expect(proxy.arrived("/calculate") == (loss == .beforeTheServer ? 0 : 1))
    proxy.mend()
    #expect(try await device.calculate().status == 200)
    #expect(await device.provider.keyCount == 1)
  }

  private func lossy() async throws -> (ShopDevice, LossyProxy) {
    let floor = try await ShopFloor.shared.open()
    let proxy = try LossyProxy(before: floor.port)
    return (try ShopDevice(floor, port: proxy.port), proxy)
  }

  /// The right state: the one key that was made is registered, on the device, in its store and with the server.
  private func isRegistered(_ device: ShopDevice) async throws {
    let key = try await device.registered()
    #expect(await device.provider.keyCount == 1)
    #expect(await device.store.record(for: device.account)?.state == .registered(credential: nil))
    #expect(await device.store.record(for: device.account)?.keyID == key.keyID)
    #expect(try await ShopFloor.shared.open().keys().contains(key.keyID))
    #expect(try await device.calculate().status == 200)
  }
}

extension Registration {
  fileprivate var isWaiting: Bool {
    if case .waiting = self { true } else { false }
  }

  fileprivate var key: RegisteredKey? {
    if case .registered(let key) = self { key } else { nil }
  }
}
