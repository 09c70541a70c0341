import AppAttest
import Cryptography
import Foundation

/// `assay verify assertion`
struct VerifyAssertion: Command {
  static let name = "verify assertion"
  static let summary = "verify an assertion with a registered key"
  static let syntax = CommandSyntax(
    .option("--app-id", "ID", "the App ID, TEAMID.bundle.id", required: true),
    .option("--public-key", "B64", "the registered key: X9.63 point or SubjectPublicKeyInfo"),
    .option("--attestation", "FILE", "the attestation that the key is in; it is read, not verified"),
    .option("--counter", "N", "the counter of the last accepted assertion; 0 before the first", required: true),
    .option("--client-data", "FILE", "the exact bytes that were signed, taken as they are"),
    .option("--client-data-hash", "HEX", "the client data hash itself, 16 bytes or more"), .json,
    .word("FILE", "the assertion: raw, Base64 or base64url; - for standard input"))

  private let path: String
  private let asJSON: Bool
  private let appID: String
  private let counter: UInt32
  private let key: PublicKeySource?
  private let clientDataPath: String?
  private let clientDataHash: [UInt8]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.required("FILE")
    asJSON = arguments.flag("--json")
    appID = try arguments.required("--app-id")
    counter = try arguments.integer("--counter", in: 0...UInt32.max) ?? 0
    key = try PublicKeySource(arguments, required: true)
    _ = try arguments.oneOf(["--client-data", "--client-data-hash"])
    clientDataPath = arguments.value("--client-data")
    clientDataHash = try arguments.bytes(hex: "--client-data-hash", atLeast: 16) ?? []
  }

  func run(_ console: Console) async throws -> ExitStatus {
    guard let source = try key?.load(console) else { return .usage }
    let bytes = try InputFile.read(path, console)
    let clientData = try clientDataPath.map { path throws(UnreadableInput) in try console.read(path) }
    let expectation = AssertionVerifier.Expectation(
      publicKey: source.key,
      key: SignedAssertion.KeyRecord(
        rpIDHash: SHA256.hash(appID), counter: counter, environment: source.environment ?? .production,
        mustShowExtensions: false),
      signed: clientData.map { .unchallenged($0) } ?? .hash(clientDataHash),
      policy: ExtensionPolicy(categories: .notJudged))
    let report = AssertionVerifier.report(bytes, against: expectation)
    return page(report, source.key, clientData).show(on: console, asJSON: asJSON)
  }

  private func page(_ report: AssertionReport, _ key: P256PublicKey, _ clientData: [UInt8]?) -> VerdictPage {
    var code: String?
    var explanation: String?
    if case .failure(let refusal) = report.result {
      code = refusal.code
      explanation =
        AssertionExplanation(
          refusal: refusal, assertion: report.assertion, publicKey: key, clientData: clientData,
          clientDataHash: clientDataHash, counter: counter
        ).text
    }
    var page = VerdictPage(subject: "Assertion", code: code, failedStep: report.failedStep, steps: report.steps)
    page.explanation = explanation
    page.facts = facts(report.assertion, key)
    return page
  }

  private func facts(_ assertion: Assertion?, _ key: P256PublicKey) -> [VerdictPage.Fact] {
    typealias Fact = VerdictPage.Fact
    guard let data = assertion?.authenticatorData else { return [] }
    let category = data.extensions?.validationCategory
    return [
      Fact(title: "Key ID", key: "key_id", value: .string(Base64.encode(SHA256.hash(key.x963)))),
      Fact(title: "Public key", key: "public_key", value: .string(Base64.encode(key.x963))),
      Fact(title: "Counter", key: "counter", value: JSONValue(data.counter)),
      Fact(
        title: "Validation category", key: "validation_category", value: JSONValue(category),
        note: category.map(CategoryText.name)),
      Fact(title: "Bundle version", key: "bundle_version", value: JSONValue(data.extensions?.bundleVersion)),
    ]
  }
}
