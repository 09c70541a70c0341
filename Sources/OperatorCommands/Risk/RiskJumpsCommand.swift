import AttestationService

/// `assay risk jumps`: list the keys whose metric jumped.
struct RiskJumpsCommand: RiskCommand {
  static let name = "risk jumps"
  static let summary = "list the keys whose metric jumped"
  static let report = RiskReport.jumps

  let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }
}
