import AssayClient
import CheckoutApp
import Foundation
import StackTestSupport
import Testing

@Suite("Requests that overtake each other, against the running programs", .enabled(if: TestStack.isPossible))
struct OvertakenRequestTests {
  @Test("the older of two requests arrives last: refused with fresh_challenge, and the client's retry passes")
  func overtaken() async throws {
    let floor = try await ShopFloor.shared.open()
    let transport = OvertakingTransport()
    let device = try ShopDevice(floor, pacing: .concurrent, transport: transport)
    try await device.registered()
    await transport.holdFirst()
    async let older = device.calculate()
    await transport.firstIsHeld()
    #expect(try await device.calculate().status == 200)
    await transport.letGo()
    #expect(try await older.status == 200)
    // The newer one, the older one refused, and the older one signed again.
    #expect(await transport.outcomes == ["200", "409 counter counter_not_greater", "200"])
    #expect(await device.provider.keyCount == 1)
  }

  @Test("one at a time: sixteen requests of a key arrive in the order of their counters, and none is refused")
  func inOrder() async throws {
    let transport = OvertakingTransport()
    let device = try ShopDevice(try await ShopFloor.shared.open(), transport: transport)
    try await device.registered()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<16 { group.addTask { _ = try await device.calculate() } }
      try await group.waitForAll()
    }
    #expect(await transport.outcomes == Array(repeating: "200", count: 16))
  }
}

/// Keeps back the first signed request when asked to, and notes how each signed one was answered.
private actor OvertakingTransport: ClientTransport {
  private let onward = URLSessionTransport()
  private var isHolding = false
  private var held: CheckedContinuation<Void, Never>?
  private var watchers: [CheckedContinuation<Void, Never>] = []
  private(set) var outcomes: [String] = []

  func holdFirst() { isHolding = true }

  func firstIsHeld() async {
    if held == nil { await withCheckedContinuation { watchers.append($0) } }
  }

  func letGo() {
    held?.resume()
    held = nil
  }

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    guard request.headers[CheckoutApp.headers.proof] != nil else { return try await onward.send(request) }
    if isHolding {
      isHolding = false
      await withCheckedContinuation { continuation in
        held = continuation
        watchers.forEach { $0.resume() }
        watchers = []
      }
    }
    let response = try await onward.send(request)
    let answer = Answer(response)
    outcomes.append(answer.code == nil ? "\(answer.status)" : answer.description)
    return response
  }
}
