import AppAttest
import AttestationService

/// The roots that a verification trusts: Apple's, or a lab's that somebody names, which is said with every verdict.
struct GivenRoots {
  static let argument = CommandSyntax.Argument.option(
    "--roots", "DIR", "trust this lab's roots (assay-lab init DIR) in place of Apple's: proves nothing of real devices")
  /// Stands in every verdict on a lab's object.
  static let warning = "A lab's roots were trusted in place of Apple's: this says nothing about a real device."

  private let directory: String?

  init(_ arguments: ParsedArguments) { directory = arguments.value("--roots") }

  var areLab: Bool { directory != nil }

  func anchors() throws(UnreadableInput) -> TrustAnchors {
    guard let directory else { return .apple }
    do { return try LabRoots.read(directory) } catch { throw UnreadableInput(error.description) }
  }
}
