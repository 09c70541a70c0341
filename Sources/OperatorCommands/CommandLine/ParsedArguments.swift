/// Arguments that agree with a command's syntax.
public struct ParsedArguments: Sendable {
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []

  /// Parses what follows a command's name.
  public init(_ arguments: [String], syntax: CommandSyntax) throws(UsageError) {
    var rest = arguments[...]
    var words: [String] = []
    while let argument = rest.popFirst() {
      if argument == "--" {
        words += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      try take(argument, &rest, syntax)
    }
    try assign(words, to: syntax.words)
    try requireAll(syntax)
  }

  /// The value of an option or a word; nil when not given.
  public func value(_ name: String) -> String? { values[name]?.first }

  /// All values of an option or a word that may be repeated.
  public func values(_ name: String) -> [String] { values[name] ?? [] }

  /// The value of an option or a word that the syntax requires.
  public func required(_ name: String) throws(UsageError) -> String {
    guard let value = value(name) else { throw ParsedArguments.missing(name) }
    return value
  }

  /// Whether a flag was given.
  public func flag(_ name: String) -> Bool { flags.contains(name) }

  /// The value of an option as a whole number in a range; nil when not given.
  public func integer<Number: FixedWidthInteger>(
    _ name: String, in range: ClosedRange<Number>
  ) throws(UsageError) -> Number? {
    guard let text = value(name) else { return nil }
    guard let number = Number(text), range.contains(number) else {
      throw UsageError(
        "\(name) is not a number from \(range.lowerBound) to \(range.upperBound): \(text)",
        mend: "Give a whole number in decimal digits.")
    }
    return number
  }

  private mutating func take(
    _ argument: String, _ rest: inout ArraySlice<String>, _ syntax: CommandSyntax
  ) throws(UsageError) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let known = syntax.named(parts[0]) else { throw ParsedArguments.unknown(parts[0], syntax) }
    guard case .option(let placeholder) = known.kind else {
      guard parts.count == 1 else { throw UsageError("\(parts[0]) takes no value", mend: "Leave out the value.") }
      flags.insert(known.name)
      return
    }
    guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
      throw UsageError("\(known.name) has no value", mend: "Write \(known.name) \(placeholder).")
    }
    if values[known.name] != nil, !known.repeats {
      throw UsageError("\(known.name) is given twice", mend: "Give it once.")
    }
    values[known.name, default: []].append(value)
  }

  private mutating func assign(_ words: [String], to places: [CommandSyntax.Argument]) throws(UsageError) {
    for (index, word) in words.enumerated() {
      guard let place = index < places.count ? places[index] : places.last, index < places.count || place.repeats else {
        throw UsageError("there is nothing to do with \(word)", mend: "Leave it out, or put -- before a name like it.")
      }
      values[place.name, default: []].append(word)
    }
  }

  private func requireAll(_ syntax: CommandSyntax) throws(UsageError) {
    for argument in syntax.arguments where argument.isRequired && values[argument.name] == nil {
      throw UsageError("\(argument.name) is missing", mend: "Add \(argument.title): \(argument.help).")
    }
  }

  private static func missing(_ name: String) -> UsageError {
    UsageError("\(name) is missing", mend: "Add it.")
  }

  private static func unknown(_ name: String, _ syntax: CommandSyntax) -> UsageError {
    let known = syntax.arguments.map(\.name).filter { $0.hasPrefix("-") }
    let near = known.first { $0.hasPrefix(name) || name.hasPrefix($0) }
    return UsageError(
      "there is no option \(name)",
      mend: near.map { "Did you mean \($0)?" } ?? "Options are \(known.joined(separator: ", ")).")
  }
}
