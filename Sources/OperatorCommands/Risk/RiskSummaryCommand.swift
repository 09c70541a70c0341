import AttestationService

/// `assay risk summary`: count an app's keys with fresh, stale and missing metrics.
struct RiskSummaryCommand: RiskCommand {
  static let name = "risk summary"
  static let summary = "count an app's keys with fresh, stale and missing metrics"
  static let report = RiskReport.summary

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
