/// Why bytes are refused: each is a rule of the strict reading (RFC 8949 §4.2.1 and §5.6).
public enum CBORError: Error, Equatable, Sendable, CaseIterable {
  /// More bytes than the limit.
  case tooLarge
  /// Collections nested deeper than the limit.
  case tooDeep
  /// More items than the limit, or a collection that claims more than the bytes can hold.
  case tooManyItems
  /// The bytes end inside an item.
  case truncated
  /// Bytes stand after the item.
  case trailingBytes
  /// A length left open.
  case indefiniteLength
  /// A tag.
  case tag
  /// A floating-point number.
  case float
  /// `undefined`, or a simple value other than true, false and null.
  case simpleValue
  /// An integer or a length in more bytes than needed.
  case notShortest
  /// A map with the same key twice.
  case duplicateKey
  /// A map key that is neither an integer nor a string.
  case unsupportedKey
  /// A text string that is not UTF-8.
  case invalidText
  /// A first byte that RFC 8949 does not define.
  case malformed
}
