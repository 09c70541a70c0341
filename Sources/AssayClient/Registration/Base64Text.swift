import Foundation

/// Base64 text in either alphabet, padded or not.
enum Base64Text {
  static func decode(_ text: String) -> Data? {
    let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    let bare = standard.trimmingCharacters(in: CharacterSet(charactersIn: "="))
    return Data(base64Encoded: bare + String(repeating: "=", count: (4 - bare.count % 4) % 4))
  }

  /// The alphabet for paths, without padding.
  static func pathSegment(_ text: String) -> String {
    text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
      .trimmingCharacters(in: CharacterSet(charactersIn: "="))
  }
}
