/// A place in a JSON text (RFC 6901), for reading one string.
public struct JSONPointer: Sendable, Equatable {
  private let tokens: [String]

  /// Parses a pointer: empty, or each token after a slash, with `~1` for a slash and `~0` for a tilde.
  public init(_ text: String) throws(JSONSyntaxError) {
    guard text.isEmpty || text.hasPrefix("/") else { throw JSONSyntaxError() }
    tokens = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(JSONPointer.unescape)
  }

  /// The string at this place; nil when nothing or something else stands there.
  ///
  /// The whole text is read strictly: a repeated member name is an error, because readers disagree on which one counts.
  public func string(in json: [UInt8]) throws(JSONSyntaxError) -> String? {
    var scanner = JSONScanner(json, wanted: tokens)
    return try scanner.scan()
  }

  private static func unescape(_ token: Substring) -> String {
    var result = ""
    var characters = token.makeIterator()
    while let character = characters.next() {
      guard character == "~" else {
        result.append(character)
        continue
      }
      switch characters.next() {
      case "1": result.append("/")
      case "0": result.append("~")
      case let other: result.append(contentsOf: "~" + (other.map(String.init) ?? ""))
      }
    }
    return result
  }
}

/// The text is not JSON as strictly read here.
public struct JSONSyntaxError: Error, Equatable, Sendable {}
