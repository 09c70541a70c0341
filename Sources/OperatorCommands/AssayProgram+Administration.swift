extension AssayProgram {
  /// The commands that work on a database.
  static let administration: [any Command.Type] = [
    MigrateCommand.self, TenantCreateCommand.self, TenantListCommand.self, TenantShowCommand.self,
    TenantSuspendCommand.self, TenantResumeCommand.self, SecretAddCommand.self, SecretListCommand.self,
    SecretRevokeCommand.self, AppCreateCommand.self, AppListCommand.self, AppShowCommand.self, AppUpdateCommand.self,
    AppDeleteCommand.self, KeyListCommand.self, KeyShowCommand.self, KeyRevokeCommand.self, EventsReadCommand.self,
    EventsTailCommand.self,
  ]
}
