import AppAttest
import Cryptography
import Foundation

/// `assay verify attestation`
struct VerifyAttestation: Command {
  static let name = "verify attestation"
  static let summary = "verify an attestation object, and the receipt inside it"
  static let syntax = CommandSyntax(
    .option("--app-id", "ID", "the App ID, TEAMID.bundle.id", required: true),
    .option("--key-id", "B64", "the key identifier that the app named", required: true),
    .option("--environment", "NAME", "production or development", required: true),
    .option("--challenge-text", "TEXT", "the challenge; the SHA-256 of its UTF-8 is the client data hash"),
    .option("--challenge", "B64", "the challenge; the SHA-256 of its bytes is the client data hash"),
    .option("--client-data-hash", "HEX", "the client data hash itself, 16 bytes or more"),
    .option("--categories", "LIST", "accepted validation categories, like 2,4; shown and not judged without"),
    .option("--at", "RFC3339", "the instant of verification; now without"), GivenRoots.argument, .json,
    .word("FILE", "the attestation: raw, Base64 or base64url; - for standard input"))

  private let path: String
  private let asJSON: Bool
  private let instant: Date
  private let roots: GivenRoots
  private let challenge: GivenChallenge
  private let expectation: AttestationVerifier.Expectation

  init(_ arguments: ParsedArguments) throws(UsageError) {
    path = try arguments.required("FILE")
    asJSON = arguments.flag("--json")
    instant = try arguments.instant("--at")
    roots = GivenRoots(arguments)
    challenge = try GivenChallenge(arguments)
    // Whether a Mac made the key is shown by what Apple signed; there is no registration to hold it against.
    let policy = AttestationPolicy(
      appIDs: [try arguments.required("--app-id")], environments: [try arguments.environment("--environment")],
      extensions: ExtensionPolicy(categories: try arguments.categories("--categories")),
      platforms: PlatformPolicy(devices: true, mac: true, unknown: .accept))
    expectation = AttestationVerifier.Expectation(
      keyID: try arguments.bytes(base64: "--key-id", count: 32) ?? [], clientDataHash: challenge.clientDataHash,
      policy: policy)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let bytes = try InputFile.read(path, console)
    let anchors = try roots.anchors()
    let report = AttestationVerifier(anchors: anchors).report(bytes, against: expectation, at: instant)
    var page = VerdictPage(
      subject: "Attestation", code: nil, failedStep: report.failedStep, steps: report.steps)
    switch report.result {
    case .success(let verified): page.receipt = receipt(of: verified, anchors)
    case .failure(let refusal):
      page = VerdictPage(
        subject: "Attestation", code: refusal.code, failedStep: report.failedStep, steps: report.steps)
      page.explanation =
        AttestationExplanation(
          refusal: refusal, object: report.object, challenge: challenge, expectation: expectation, instant: instant
        ).text
    }
    page.isLab = roots.areLab
    let isJudged = expectation.policy.extensions.categories != .notJudged
    page.facts = report.object.map { AttestationFacts.list($0, isCategoryJudged: isJudged) } ?? []
    return page.show(on: console, asJSON: asJSON)
  }

  private func receipt(of verified: VerifiedAttestation, _ anchors: TrustAnchors) -> ReceiptOutcome {
    let expectation = ReceiptExpectation(of: verified, arrivedAt: instant)
    return ReceiptOutcome(
      report: ReceiptVerifier(anchors: anchors).report(verified.receipt, against: expectation, at: instant))
  }
}
