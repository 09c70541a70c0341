extension Settings {
  /// Text that may be missing.
  public mutating func optionalText(_ name: String) -> String? {
    let text = raw(name)
    note(name, text ?? "(not set)", isDefault: text == nil)
    return text
  }

  /// Text with a default.
  public mutating func text(_ name: String, default value: String) -> String {
    let text = raw(name)
    note(name, text ?? value, isDefault: text == nil)
    return text ?? value
  }

  /// Text that must be there; `purpose` completes "Set it to …".
  public mutating func requiredText(_ name: String, purpose: String) -> String {
    guard let text = raw(name) else {
      complain(name, "not set", "Set it to \(purpose)")
      return ""
    }
    note(name, text, isDefault: false)
    return text
  }

  /// A whole number within bounds.
  public mutating func integer(_ name: String, default value: Int, in range: ClosedRange<Int>) -> Int {
    parse(name, default: value, remedy: "Give a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A duration in seconds, fractions allowed, within bounds in seconds.
  public mutating func seconds(_ name: String, default value: Duration, in range: ClosedRange<Double>) -> Duration {
    parse(name, default: value, remedy: "Give seconds from \(range.lowerBound) to \(range.upperBound)") { text in
      Double(text).flatMap { range.contains($0) ? .milliseconds(Int($0 * 1000)) : nil }
    }
  }

  /// A switch: `true` or `false`, `1` or `0`, `on` or `off`.
  public mutating func flag(_ name: String, default value: Bool) -> Bool {
    parse(name, default: value, remedy: "Give true or false") { text in
      switch text.lowercased() {
      case "true", "1", "on", "yes": true
      case "false", "0", "off", "no": false
      default: nil
      }
    }
  }

  /// One of a closed set of words.
  public mutating func choice<Choice>(_ name: String, default value: Choice) -> Choice
  where Choice: RawRepresentable & CaseIterable, Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
    return parse(name, default: value, remedy: "Give one of: \(words)") { Choice(rawValue: $0) }
  }

  /// Words separated by commas.
  public mutating func list(_ name: String, default value: [String] = []) -> [String] {
    parse(name, default: value, remedy: "Give words separated by commas") { text in
      text.split(separator: ",").map { word in
        String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  /// A value of any type; `parse` returns nil for text that is none. `remedy` says what to give.
  public mutating func value<Value>(
    _ name: String, default value: Value, remedy: String, parse: (String) -> Value?
  ) -> Value {
    self.parse(name, default: value, remedy: remedy, parse)
  }

  private mutating func parse<Value>(
    _ name: String, default value: Value, remedy: String, _ parse: (String) -> Value?
  ) -> Value {
    guard let text = raw(name) else {
      note(name, "\(value)", isDefault: true)
      return value
    }
    guard let parsed = parse(text) else {
      complain(name, "not understood", remedy)
      return value
    }
    note(name, "\(parsed)", isDefault: false)
    return parsed
  }
}
