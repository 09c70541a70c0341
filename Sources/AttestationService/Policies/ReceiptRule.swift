/// What a missing or bad receipt means for a registration whose attestation is right.
public enum ReceiptRule: String, Codable, Sendable, CaseIterable {
  /// The key is registered and the receipt's verdict is kept beside it.
  case flag
  /// The registration is refused.
  case require
}
