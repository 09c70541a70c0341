import AppAttest
import Foundation

/// A receipt's own verdict, with its fields when it is accepted.
struct ReceiptOutcome {
  let report: ReceiptReport

  var code: String? {
    if case .failure(let refusal) = report.result { refusal.code } else { nil }
  }

  var facts: [VerdictPage.Fact] {
    guard case .success(let receipt) = report.result else { return [] }
    let fields = receipt.fields
    return [
      VerdictPage.Fact(title: "Type", key: "type", value: .string(fields.kind.rawValue)),
      VerdictPage.Fact(title: "App ID", key: "app_id", value: .string(fields.appID)),
      VerdictPage.Fact(title: "Environment", key: "environment", value: JSONValue(fields.environment?.rawValue)),
      VerdictPage.Fact(title: "Created", key: "created_at", value: .string(RFC3339.format(fields.createdAt))),
      VerdictPage.Fact(title: "Not before", key: "not_before", value: JSONValue(fields.notBefore.map(RFC3339.format))),
      VerdictPage.Fact(title: "Expires", key: "expires_at", value: .string(RFC3339.format(fields.expiresAt))),
      VerdictPage.Fact(title: "Risk metric", key: "risk_metric", value: JSONValue(fields.riskMetric)),
      VerdictPage.Fact(title: "Unknown fields", key: "unknown_fields", value: JSONValue(fields.unknownFields)),
    ]
  }

  var json: JSONValue {
    var members: [(String, JSONValue)] = [("verdict", code == nil ? "accepted" : "refused")]
    if let code { members += [("code", .string(code)), ("step", JSONValue(report.failedStep))] }
    members.append(("steps", VerdictPage.json(report.steps)))
    return .object(members + facts.map { ($0.key, $0.value) })
  }

  func lines(_ console: Console) -> [String] {
    let headline = VerdictPage.headline("Its receipt is", code, console)
    let width = facts.map(\.title.count).max() ?? 0
    let shown = facts.filter { if case .null = $0.value { false } else { true } }
    let marks = code == nil ? [] : VerdictPage.marks(report.steps, console)
    return [headline] + marks
      + shown.map { "  \(CommandRegistry.padded($0.title, width))  \(VerdictPage.plain($0.value))" }
  }
}
