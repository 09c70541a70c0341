import AppAttest
import Cryptography

/// The outcome of a verification, for people and for programs.
struct VerdictPage {
  /// What was verified, such as "Attestation".
  let subject: String
  /// The code of the refusal; nil when accepted.
  let code: String?
  /// The step that failed; nil when accepted.
  let failedStep: String?
  /// The steps in order.
  let steps: [VerificationStep]
  /// What was learned: title for people, key for programs, value.
  var facts: [Fact] = []
  /// Which mistake would explain a refusal.
  var explanation: String?
  /// The receipt's own outcome.
  var receipt: ReceiptOutcome?
  /// Whether a lab's roots were trusted.
  var isLab = false

  struct Fact {
    let title: String
    let key: String
    let value: JSONValue
    /// Words for people, where the bare value says too little.
    var note: String?

    /// What people read.
    var text: String {
      let items = if case .array(let items) = value { items } else { [value] }
      return items.map(VerdictPage.plain).joined(separator: "\n") + (note.map { ", \($0)" } ?? "")
    }
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [("verdict", code == nil ? "accepted" : "refused")]
    if let code { members += [("code", .string(code)), ("step", JSONValue(failedStep))] }
    members.append(("steps", VerdictPage.json(steps)))
    members += facts.map { ($0.key, $0.value) }
    if let receipt { members.append(("receipt", receipt.json)) }
    if let explanation { members.append(("explanation", .string(explanation))) }
    if isLab { members += [("lab", true), ("warning", .string(GivenRoots.warning))] }
    return .object(members)
  }

  static func json(_ steps: [VerificationStep]) -> JSONValue {
    .array(steps.map { .object([("name", .string($0.name)), ("outcome", .string($0.outcome.rawValue))]) })
  }

  /// Prints the page, and says how the command ends.
  func show(on console: Console, asJSON: Bool) -> ExitStatus {
    if asJSON {
      console.write(json.text)
    } else {
      for line in lines(console) { console.write(line) }
    }
    return code == nil ? .success : .refused
  }

  private func lines(_ console: Console) -> [String] {
    var lines = [VerdictPage.headline(subject, code, console)]
    if isLab { lines.append(console.styled(GivenRoots.warning, .red)) }
    lines.append("")
    lines += VerdictPage.marks(steps, console)
    if let explanation { lines += ["", console.styled("Hint", .bold) + "  " + explanation] }
    let width = facts.map(\.title.count).max() ?? 0
    let shown = facts.filter { if case .null = $0.value { false } else { true } }
    if !shown.isEmpty { lines.append("") }
    if code != nil, !shown.isEmpty { lines.append(console.styled("  What it claims, not verified:", .dim)) }
    lines += shown.map { fact in
      "  \(CommandRegistry.padded(fact.title, width))  \(fact.text)"
    }
    if let receipt { lines += [""] + receipt.lines(console) }
    return lines
  }

  static func headline(_ subject: String, _ code: String?, _ console: Console) -> String {
    guard let code else { return console.styled("\(subject) accepted", .green) }
    return console.styled("\(subject) refused: \(RefusalText.sentence(code))", .red) + "  [\(code)]"
  }

  static func marks(_ steps: [VerificationStep], _ console: Console) -> [String] {
    steps.map { step in
      let title = StepText.title(step.name)
      return switch step.outcome {
      case .passed: "  \(console.styled("✓", .green))  \(title)"
      case .failed: "  \(console.styled("✗", .red))  \(console.styled(title, .bold))"
      case .notReached: "  \(console.styled("·  \(title)", .dim))"
      }
    }
  }

  static func plain(_ value: JSONValue) -> String {
    if case .string(let text) = value { text } else { value.text }
  }
}
