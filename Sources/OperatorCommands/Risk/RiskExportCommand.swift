import AttestationService

/// `assay risk export`: write every key with its metric, for spreadsheets with --csv.
struct RiskExportCommand: RiskCommand {
  static let name = "risk export"
  static let summary = "write every key with its metric, for spreadsheets with --csv"
  static let report = RiskReport.keys

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
