import AppAttest
import Cryptography
import Foundation

/// `assay verify receipt`
struct VerifyReceipt: Command {
  static let name = "verify receipt"
  static let summary = "verify a fraud receipt"
  static let syntax = CommandSyntax(
    .option("--app-id", "ID", "the App ID, TEAMID.bundle.id", required: true),
    .option("--public-key", "B64", "the registered key: X9.63 point or SubjectPublicKeyInfo"),
    .option("--attestation", "FILE", "the attestation that the key is in; it is read, not verified"),
    .option("--at", "RFC3339", "the instant of verification, and of the receipt's arrival; now without"),
    GivenRoots.argument, .json,
    .word("FILE", "the receipt: raw, Base64 or base64url; - for standard input"))

  private let path: String
  private let asJSON: Bool
  private let appID: String
  private let key: PublicKeySource?
  private let instant: Date
  private let roots: GivenRoots

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.required("FILE")
    asJSON = arguments.flag("--json")
    appID = try arguments.required("--app-id")
    key = try PublicKeySource(arguments, required: false)
    instant = try arguments.instant("--at")
    roots = GivenRoots(arguments)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let source = try key?.load(console)
    let bytes = try InputFile.read(path, console)
    let expectation = ReceiptExpectation(
      appIDs: [appID], publicKey: source?.key, environment: source?.environment, arrivedAt: instant)
    let verifier = ReceiptVerifier(anchors: try roots.anchors())
    let outcome = ReceiptOutcome(report: verifier.report(bytes, against: expectation, at: instant))
    var page = VerdictPage(
      subject: "Receipt", code: outcome.code, failedStep: outcome.report.failedStep, steps: outcome.report.steps)
    page.facts = outcome.facts
    page.isLab = roots.areLab
    page.explanation = explanation(outcome, bytes)
    return page.show(on: console, asJSON: asJSON)
  }

  private func explanation(_ outcome: ReceiptOutcome, _ bytes: [UInt8]) -> String? {
    guard case .failure(let refusal) = outcome.report.result,
      let message = try? SignedMessage(ber: bytes),
      let fields = try? ReceiptFields(ReceiptPayload(parsing: message.unverifiedContent))
    else { return nil }
    switch refusal {
    case .notFresh, .certificateExpired, .certificateNotYetValid:
      return "it was made at \(RFC3339.format(fields.createdAt)); an archived receipt is verified as of then: use --at."
    case .appIDMismatch: return "it is for the App ID \(fields.appID)."
    default: return nil
    }
  }
}
