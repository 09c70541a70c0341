/// JSON for programs, members in the order given.
public enum JSONValue: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// A string.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// True or false.
  case bool(Bool)
  /// Null.
  case null
  /// An array.
  case array([JSONValue])
  /// An object.
  case object([(String, JSONValue)])

  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// True or false.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A string, or null.
  public init(_ text: String?) { self = text.map(JSONValue.string) ?? .null }
  /// A whole number, or null.
  public init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64(clamping: $0)) } ?? .null }

  /// The text, on several lines, members indented by two spaces.
  public var text: String { text(indent: "") }

  private func text(indent: String) -> String {
    switch self {
    case .string(let string): JSONValue.quoted(string)
    case .integer(let number): String(number)
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    case .array(let items): JSONValue.block("[", items.map { $0.text(indent: indent + "  ") }, "]", indent)
    case .object(let members):
      JSONValue.block(
        "{", members.map { "\(JSONValue.quoted($0.0)): \($0.1.text(indent: indent + "  "))" }, "}", indent)
    }
  }

  private static func block(_ open: String, _ items: [String], _ close: String, _ indent: String) -> String {
    guard !items.isEmpty else { return open + close }
    let inner = items.map { "\(indent)  \($0)" }.joined(separator: ",\n")
    return "\(open)\n\(inner)\n\(indent)\(close)"
  }

  private static func quoted(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
