import AttestationService

/// `assay risk top`: list the keys with the highest metrics.
struct RiskTopCommand: RiskCommand {
  static let name = "risk top"
  static let summary = "list the keys with the highest metrics"
  static let report = RiskReport.top

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
