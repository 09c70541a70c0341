import AppAttest
import CBOR
import Cryptography
import Foundation

/// `assay inspect`
struct Inspect: Command {
  static let name = "inspect"
  static let summary = "decode an attestation, an assertion, a receipt or a token; verifies nothing"
  static let syntax = CommandSyntax(
    .json, .word("FILE", "the object: raw, Base64 or base64url, or a token as text; - for standard input"))

  /// Stands in every output, so that nobody takes a decoded object for a verified one.
  static let warning = "Nothing was verified: anybody can make an object that says this."

  private let path: String
  private let asJSON: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.required("FILE")
    asJSON = arguments.flag("--json")
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let object = try InspectedObject.read(path, console)
    if asJSON {
      console.write(
        JSONValue.object(
          [("kind", .string(object.kind)), ("verified", false), ("warning", .string(Inspect.warning))]
            + object.facts.map { ($0.key, $0.value) }
        ).text)
      return .success
    }
    console.write(console.styled(object.title, .bold))
    console.write(console.styled(Inspect.warning, .dim))
    console.write("")
    let width = object.facts.map(\.title.count).max() ?? 0
    for fact in object.facts { write(fact, width, console) }
    return .success
  }

  private func write(_ fact: VerdictPage.Fact, _ width: Int, _ console: Console) {
    if case .null = fact.value { return }
    let title = CommandRegistry.padded(fact.title, width)
    let continued = "\n  " + CommandRegistry.padded("", width + 2)
    console.write("  \(console.styled(title, .dim))  \(fact.text.replacing("\n", with: continued))")
  }
}
