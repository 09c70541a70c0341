public import Foundation

/// One request to the simulated Apple and what it answered.
public struct AppleExchange: Sendable {
  /// When it came, by the lab's clock.
  public let at: Date
  /// When it came, by the machine's clock.
  public let receivedAt: Date
  /// Which host.
  public let host: AppleHost
  /// Number of the TLS connection.
  public let connection: Int
  /// The team of the receipt.
  public let team: String?
  /// Field 5 of the receipt: the same through all receipts of a key.
  public let token: String?
  /// Field 12 of the receipt that was sent.
  public let createdAt: Date?
  /// Field 12 of the receipt that was answered, where one was.
  public let answeredCreatedAt: Date?
  /// The key id of the token in the `Authorization` header.
  public let keyID: String?
  /// The `Authorization` header's fingerprint: equal tokens have equal numbers.
  public let authorization: Int
  /// The content type that came with it.
  public let contentType: String?
  /// The status that was answered.
  public let status: Int
}
