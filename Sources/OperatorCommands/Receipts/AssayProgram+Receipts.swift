extension AssayProgram {
  /// The commands about receipts, their risk, and the keys with which Apple is asked.
  static let receipts: [any Command.Type] = [
    ReceiptListCommand.self, ReceiptShowCommand.self, ReceiptRequeueCommand.self, ReceiptPauseCommand.self,
    ReceiptResumeCommand.self, ReceiptSimulateCommand.self, RiskSummaryCommand.self, RiskHistogramCommand.self,
    RiskTrendCommand.self, RiskTopCommand.self, RiskJumpsCommand.self, RiskHistoryCommand.self,
    RiskAccountsCommand.self, RiskUnsupportedCommand.self,
    RiskExportCommand.self, RiskThresholdCommand.self, TeamKeyAddCommand.self, TeamKeyListCommand.self,
    TeamKeyRemoveCommand.self, SecretsRotateCommand.self,
  ]
}
