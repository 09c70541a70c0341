import AppleLab
import AssayClient
import CheckoutApp
import Foundation
import StackTestSupport
import Testing

@Suite("Registration over the shop's backend, against the running programs", .enabled(if: TestStack.isPossible))
struct SharedRegistrationTests {
  @Test("two devices, sixty-four callers each: one registration for each account")
  func callers() async throws {
    let floor = try await ShopFloor.shared.open()
    let devices = [try ShopDevice(floor, "alice"), try ShopDevice(floor, "bob")]
    let found = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<128 {
        let place = number % 2
        group.addTask { (place, try await devices[place].registered().keyID) }
      }
      return try await group.reduce(into: [Int: Set<String>]()) { $0[$1.0, default: []].insert($1.1) }
    }
    #expect(found.mapValues(\.count) == [0: 1, 1: 1])
    for device in devices { #expect(await device.provider.keyCount == 1) }
    #expect(try floor.keys().isSuperset(of: found.values.joined()))
  }

  @Test("sixty-four signed requests of a device at once: one key, and each total is calculated")
  func requests() async throws {
    let device = try ShopDevice(try await ShopFloor.shared.open())
    try await device.registered()
    let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<64 { group.addTask { try await device.calculate().status } }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(statuses.allSatisfy { $0 == 200 })
    #expect(await device.provider.keyCount == 1)
  }

  @Test("two accounts on one device have a key each")
  func accounts() async throws {
    let floor = try await ShopFloor.shared.open()
    let store = InMemoryKeyStore()
    let alice = try await ShopDevice(floor, "alice", store: store).registered()
    let bob = try await ShopDevice(floor, "bob", store: store).registered()
    #expect(alice.keyID != bob.keyID)
    #expect(await store.record(for: AccountID("alice"))?.keyID == alice.keyID)
    #expect(await store.record(for: AccountID("bob"))?.keyID == bob.keyID)
  }

  @Test(
    "each system that is in the field registers and has a total calculated",
    arguments: [
      LabShape.ios14, .ios17, .ios26, .ios27Beta, .ios27,
    ])
  func shapes(_ shape: LabShape) async throws {
    let device = try ShopDevice(try await ShopFloor.shared.open(), shape: shape)
    try await device.registered()
    let response = try await device.calculate()
    #expect(response.status == 200)
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"cartID":"cart-123","discount":499,"total":4491}"#)
  }

  @Test("a development build is refused where production is asked for, and makes no second key")
  func development() async throws {
    let device = try ShopDevice(try await ShopFloor.shared.open(), shape: .ios27Development)
    guard case .refused(let refusal) = try await device.registration() else {
      Issue.record("the registration was not refused")
      return
    }
    #expect(refusal.stage == "attestation")
    #expect(refusal.advice == .stop)
    #expect(try await device.registration() != .off)
    #expect(await device.provider.keyCount == 1)
  }

  @Test("a device that cannot attest makes no key and sends nothing unsigned")
  func unsupported() async throws {
    let device = try ShopDevice(try await ShopFloor.shared.open(), isSupported: false)
    #expect(try await device.registration() == .unsupported)
    await #expect(throws: AppAttestClient.NotRegistered(registration: .unsupported)) { try await device.calculate() }
    #expect(await device.provider.keyCount == 0)
  }
}
