/// A CBOR data item (RFC 8949) of the kinds that App Attest uses.
public enum CBORValue: Equatable, Sendable {
  /// An unsigned integer (major type 0).
  case unsigned(UInt64)
  /// A negative integer (major type 1): the value is -1 minus the number.
  case negative(UInt64)
  /// A byte string.
  case bytes([UInt8])
  /// A text string.
  case text(String)
  /// An array.
  case array([CBORValue])
  /// A map, its entries in the order in which they stand, no key twice.
  case map([CBOREntry])
  /// True or false.
  case bool(Bool)
  /// Null.
  case null

  /// An integer of either sign.
  public static func integer(_ value: Int64) -> CBORValue {
    value >= 0 ? .unsigned(UInt64(value)) : .negative(UInt64(-1 - value))
  }

  /// The content of a byte string; nil for other kinds.
  public var bytesValue: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  /// The content of a text string; nil for other kinds.
  public var textValue: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The items of an array; nil for other kinds.
  public var arrayValue: [CBORValue]? {
    if case .array(let items) = self { items } else { nil }
  }

  /// The entries of a map; nil for other kinds.
  public var mapValue: [CBOREntry]? {
    if case .map(let entries) = self { entries } else { nil }
  }

  /// The value that a map holds under a key; nil when absent, or for other kinds.
  public subscript(key: CBORValue) -> CBORValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  /// The value that a map holds under a text key; nil when absent, or for other kinds.
  public subscript(text: String) -> CBORValue? {
    self[.text(text)]
  }
}

/// One entry of a CBOR map.
public struct CBOREntry: Equatable, Sendable {
  /// The key: an integer, a byte string or a text string.
  public let key: CBORValue
  /// The value.
  public let value: CBORValue

  /// Pairs a key with a value.
  public init(key: CBORValue, value: CBORValue) {
    (self.key, self.value) = (key, value)
  }
}
