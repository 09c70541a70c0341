import Foundation

/// The words of a command line after the sub-command: `--name value`, `--flag`, and the rest in order.
struct Arguments {
  private var values: [String: String] = [:]
  private var flags: Set<String> = []
  private(set) var positional: [String] = []

  /// Reads the words. Names that are neither in `options` nor in `flags` are refused.
  init(_ words: [String], options: Set<String>, flags known: Set<String> = []) throws {
    var words = words[...]
    while let word = words.popFirst() {
      guard word.hasPrefix("--") else {
        positional.append(word)
        continue
      }
      let name = String(word.dropFirst(2))
      if known.contains(name) {
        flags.insert(name)
      } else if options.contains(name), let value = words.popFirst() {
        values[name] = value
      } else {
        throw UsageError(options.contains(name) ? "--\(name) needs a value" : "--\(name) is not known here")
      }
    }
  }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  func text(_ name: String) -> String? { values[name] }

  func required(_ name: String) throws -> String {
    guard let value = values[name] else { throw UsageError("--\(name) is needed") }
    return value
  }

  func number(_ name: String, default value: Int) throws -> Int {
    guard let text = values[name] else { return value }
    guard let number = Int(text), number >= 0 else { throw UsageError("--\(name) is a number, not \(text)") }
    return number
  }

  /// A value out of a closed list.
  func choice<Value: RawRepresentable<String> & CaseIterable>(_ name: String, default value: Value?) throws -> Value? {
    guard let text = values[name] else { return value }
    guard let choice = Value(rawValue: text) else {
      throw UsageError("--\(name) is one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  /// An instant in RFC 3339; now when it is not given.
  func instant(_ name: String) throws -> Date {
    guard let text = values[name] else { return Date() }
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard let instant = try? style.parse(text) else {
      throw UsageError("--\(name) is an instant like 2026-11-30T12:00:00Z")
    }
    return instant
  }

  /// The trimmed text of a file that holds a secret.
  func secret(inFileOf name: String) throws -> String {
    let path = try required(name)
    return try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
