/// The caps of the contract, in bytes after decoding.
enum Limits {
  static let attestation = 32 * 1_024
  static let assertion = 8 * 1_024
  static let clientData = 16 * 1_024
  /// Apple names no length; real ones have about 2 KiB.
  static let deviceToken = 8 * 1_024

  /// How many bytes of text hold so many bytes.
  static func base64(_ count: Int) -> Int { (count + 2) / 3 * 4 }
}
