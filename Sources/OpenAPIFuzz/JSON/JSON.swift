import Foundation

/// A JSON value.
public enum JSON: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSON])
  case object([String: JSON])

  /// Reads JSON text; nil when it is none.
  public static func parse(_ bytes: [UInt8]) -> JSON? {
    try? JSONDecoder().decode(JSON.self, from: Data(bytes))
  }

  /// The JSON text, keys sorted, so that a seed always makes the same bytes.
  public var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
  }

  /// The member of an object.
  public subscript(_ name: String) -> JSON? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var text: String? { if case .text(let value) = self { value } else { nil } }
  var list: [JSON]? { if case .array(let values) = self { values } else { nil } }
  var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
  var isTrue: Bool { self == .bool(true) }

  var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Follows a pointer of the kind `#/components/schemas/Problem`.
  func resolve(_ reference: String) -> JSON? {
    guard reference.hasPrefix("#/") else { return nil }
    return reference.dropFirst(2).split(separator: "/").reduce(self as JSON?) { value, name in
      value?[name.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")]
    }
  }
}
