import AttestationService

/// The query of a request. Unknown and repeated items are refused, as unknown fields of a body are.
struct QueryItems {
  private var values: [String: String] = [:]

  init(_ query: String?, known: [String]) throws(Refusal) {
    for item in (query ?? "").split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(Self.decode)
      guard let name = parts[0], known.contains(name) else { throw .unknownField("?\(parts[0] ?? "")") }
      guard parts.count == 2, let value = parts[1] else { throw .invalidField("?\(name)", "The item has no value.") }
      guard values.updateValue(value, forKey: name) == nil else { throw .duplicateField("?\(name)") }
    }
  }

  func optionalText(_ name: String, bytes range: ClosedRange<Int>) throws(Refusal) -> String? {
    guard let value = values[name] else { return nil }
    guard range.contains(value.utf8.count) else {
      throw .invalidField("?\(name)", "The item must have \(range.lowerBound) to \(range.upperBound) bytes.")
    }
    return value
  }

  func text(_ name: String, bytes range: ClosedRange<Int>) throws(Refusal) -> String {
    guard let value = try optionalText(name, bytes: range) else { throw .missingField("?\(name)") }
    return value
  }

  func optionalInteger(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let value = values[name] else { return nil }
    guard let number = Int(value), range.contains(number) else {
      throw .invalidField("?\(name)", "The item must be a number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// `+` is a plus here, not a space: base64 stands in queries.
  private static func decode(_ text: Substring) -> String? { PercentEncoding.decode(text) }
}
