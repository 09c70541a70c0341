/// An Apple App ID: the prefix of ten characters (usually the team), a dot, and the bundle identifier.
public struct AppIdentifier: Sendable, Hashable, CustomStringConvertible {
  /// The whole text.
  public let text: String
  /// The prefix. For old apps it is not the team's.
  public let prefix: String

  /// Reads `PREFIX.bundle.id`; nil when it is not of that form.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 10, Self.isPrefix(parts[0]), Self.isSigningIdentifier(String(parts[1]))
    else { return nil }
    self.text = text
    prefix = String(parts[0])
  }

  public var description: String { text }

  /// The App ID of a Mac build with this signing identifier (TN3127).
  public func mac(signingIdentifier: String) -> String { "\(prefix).\(signingIdentifier)" }

  static func isSigningIdentifier(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") || $0 == 0x5F }
  }

  private static func isPrefix(_ text: Substring) -> Bool { text.utf8.allSatisfy(isAlphanumeric) }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}
