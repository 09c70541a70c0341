extension AssayProgram {
  /// The commands by which on-call holds the valve.
  static let rollouts: [any Command.Type] = [
    RolloutCreateCommand.self, RolloutPlanCommand.self, RolloutStartCommand.self, RolloutPauseCommand.self,
    RolloutResumeCommand.self, RolloutAbortCommand.self, RolloutRateCommand.self, RolloutStepCommand.self,
    RolloutFreezeCommand.self, RolloutUnfreezeCommand.self, RolloutStatusCommand.self, RolloutHistoryCommand.self,
    RolloutControlCommand.self, RolloutSimulateCommand.self,
  ]
}
