import AttestationService

/// The options that set an app.
enum AppChangeArguments {
  static let environments = CommandSyntax.Argument.option(
    "--environments", "LIST", "of production, development; production unless given")
  static let platforms = CommandSyntax.Argument.option(
    "--platforms", "LIST", "of ios, tvos, watchos, visionos, macos; ios unless given")
  static let policy = CommandSyntax.Argument.option(
    "--policy", "FILE", "fields of the policy as JSON; - reads them from input")

  static func read(_ arguments: ParsedArguments, _ console: Console) throws -> AppChange {
    var change = AppChange(
      environments: try words("--environments", arguments), platforms: try words("--platforms", arguments))
    if let file = arguments.value("--policy") {
      do { change.policy = try PolicyChange(json: console.read(file)) } catch let problem as PolicyProblem {
        throw CommandFailure("\(file): \(problem)")
      }
    }
    return change
  }

  private static func words<Word: RawRepresentable & CaseIterable>(
    _ name: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> [Word]? where Word.RawValue == String {
    guard let list = arguments.value(name) else { return nil }
    let words = list.split(separator: ",").map(String.init)
    let known = words.compactMap(Word.init(rawValue:))
    guard !known.isEmpty, known.count == words.count else {
      throw UsageError(
        "\(name) has an unknown word",
        mend: "Give words with commas: \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return known
  }
}
