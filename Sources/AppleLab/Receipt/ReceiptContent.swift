import Cryptography
import Foundation

/// The facts that stay the same through all receipts of one key.
struct ReceiptContent: Sendable {
  let appID: String
  let certificate: [UInt8]
  let clientHash: [UInt8]
  let token: String
  let environment: String

  private static let lifetime: TimeInterval = 90 * 86_400
  private static let pause: TimeInterval = 86_400

  /// The fields of the receipt that comes with an attestation, in Apple's order.
  func attest(at creation: Date) -> [ReceiptPlan.Field] {
    [
      .init(.appID, appID), .init(.certificate, certificate), .init(.clientHash, clientHash), .init(.token, token),
      .init(.type, "ATTEST"), .init(.environment, environment), .init(.creation, ReceiptTime.text(creation)),
      .init(.expiration, ReceiptTime.text(creation + Self.lifetime)),
    ]
  }

  /// The fields of the receipt that comes in exchange for another, in Apple's order; field 4 is damaged as Apple's is.
  func refreshed(at creation: Date, riskMetric: Int) -> [ReceiptPlan.Field] {
    [
      .init(.riskMetric, String(riskMetric)), .init(.type, "RECEIPT"), .init(.appID, appID),
      .init(.certificate, certificate), .init(.clientHash, Self.damaged(clientHash)), .init(.token, token),
      .init(.environment, environment), .init(.creation, ReceiptTime.text(creation)),
      .init(.notBefore, ReceiptTime.text(creation + Self.pause)),
      .init(.expiration, ReceiptTime.text(creation + Self.lifetime)),
    ]
  }

  /// What is left of bytes that went through UTF-8: each piece that is not UTF-8 has become EF BF BD.
  static func damaged(_ bytes: [UInt8]) -> [UInt8] {
    [UInt8](String(decoding: bytes, as: UTF8.self).utf8)
  }
}
