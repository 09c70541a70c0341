/// The numbers of accounts and tokens, as the interfaces show them: base 36.
enum DeviceNumber {
  static let accountPrefix = "acc_"
  static let tokenPrefix = "tok_"

  static func text(_ number: Int64) -> String { String(number, radix: 36) }

  /// Nil for anything that `text` does not write.
  static func read(_ text: Substring) -> Int64? {
    guard let number = Int64(text, radix: 36), number > 0, Self.text(number) == text else { return nil }
    return number
  }

  /// Reads a name with its prefix.
  static func read(_ text: String, prefix: String) -> Int64? {
    text.hasPrefix(prefix) ? read(text.dropFirst(prefix.count)) : nil
  }
}
