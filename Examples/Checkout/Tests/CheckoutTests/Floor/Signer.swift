import AssayClient
import CheckoutApp
import Foundation
import StackTestSupport
import Testing

/// A device of the shop whose signed requests a test may change before they are sent.
struct Signer: Sendable {
  let device: ShopDevice
  let key: RegisteredKey
  private let requests: HeldRequests

  /// A registered device. `challengeSeconds` gives its challenges another life than the policy's.
  init(_ floor: ShopFloor.Open, account: String = "alice", challengeSeconds: Int? = nil) async throws {
    if let challengeSeconds {
      requests = HeldRequests { try await floor.challenge(of: account, seconds: challengeSeconds) }
    } else {
      requests = HeldRequests()
    }
    device = try ShopDevice(floor, account, transport: requests)
    key = try await device.registered()
  }

  /// A request that was signed and not yet sent.
  func signed(voucher: String = "SAVE10") async throws -> ClientRequest {
    _ = try await device.app.calculate(cart: "cart-123", voucher: voucher)
    return try #require(await requests.take())
  }

  /// A further challenge of the account, for the checkout unless another operation is named.
  func challenge(operation: String = CheckoutApp.operation) async throws -> String {
    try await device.app.backend.challenge(operation: operation, account: device.account)
  }

  /// Sends a request as it stands.
  func send(_ request: ClientRequest) async throws -> Answer {
    Answer(try await URLSessionTransport().send(request))
  }
}

/// What the shop answered: the status, and of a refusal its stage, code and advice.
struct Answer: Equatable, CustomStringConvertible {
  let status: Int
  let stage: String?
  let code: String?
  let advice: ServerRefusal.Advice?

  init(_ response: ClientResponse) {
    let refusal = ServerRefusal(response)
    status = response.status
    (stage, code, advice) = (refusal?.stage, refusal?.code, refusal?.advice)
  }

  var description: String { "\(status) \(stage ?? "-") \(code ?? "-")" }
}
