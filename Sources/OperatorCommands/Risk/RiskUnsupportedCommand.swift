import AttestationService

/// `assay risk unsupported`: the accounts whose devices say that they have no App Attest.
struct RiskUnsupportedCommand: RiskCommand {
  static let name = "risk unsupported"
  static let summary = "list accounts whose devices report that they do not support App Attest"
  static let report = RiskReport.unsupported

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
