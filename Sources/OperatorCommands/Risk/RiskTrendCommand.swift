import AttestationService

/// `assay risk trend`: show an app's metrics day by day.
struct RiskTrendCommand: RiskCommand {
  static let name = "risk trend"
  static let summary = "show an app's metrics day by day"
  static let report = RiskReport.trend

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
