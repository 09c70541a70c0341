import AttestationService

/// `assay risk history`: list the metrics as they were observed.
struct RiskHistoryCommand: RiskCommand {
  static let name = "risk history"
  static let summary = "list the metrics as they were observed"
  static let report = RiskReport.history

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
