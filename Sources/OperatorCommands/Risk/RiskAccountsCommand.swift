import AttestationService

/// `assay risk accounts`: list the accounts with the most keys.
struct RiskAccountsCommand: RiskCommand {
  static let name = "risk accounts"
  static let summary = "list the accounts with the most keys"
  static let report = RiskReport.accounts

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
