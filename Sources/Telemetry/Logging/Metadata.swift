/// A value of metadata. There is no case for bytes: bodies, tokens and proofs have no way into a log.
public enum MetadataValue: Sendable, Equatable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int)
  /// A number.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
}

extension MetadataValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Yes or no.
  public init(booleanLiteral value: Bool) { self = .flag(value) }
}

/// Metadata in the order in which it was given; a key given twice keeps its last value.
public struct Metadata: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// One pair.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public let key: MetadataKey
    /// The value.
    public let value: MetadataValue
  }

  /// The pairs.
  public private(set) var entries: [Entry] = []

  /// No metadata.
  public init() {}

  /// The given pairs.
  public init(dictionaryLiteral elements: (MetadataKey, MetadataValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// The value of a key; setting nil removes it.
  public subscript(_ key: MetadataKey) -> MetadataValue? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index] = Entry(key: key, value: value)
      case (nil, let value?): entries.append(Entry(key: key, value: value))
      case (let index?, nil): entries.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  /// These pairs and the others, which win.
  public func merging(_ others: Metadata) -> Metadata {
    var merged = self
    for entry in others.entries { merged[entry.key] = entry.value }
    return merged
  }
}
