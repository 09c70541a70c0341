import AttestationService

/// `assay risk histogram`: count an app's keys by metric.
struct RiskHistogramCommand: RiskCommand {
  static let name = "risk histogram"
  static let summary = "count an app's keys by metric"
  static let report = RiskReport.histogram

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
