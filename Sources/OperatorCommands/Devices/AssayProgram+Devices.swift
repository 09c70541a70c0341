extension AssayProgram {
  /// The commands of the device API.
  static let devices: [any Command.Type] = [
    DeviceAPIShowCommand.self, DeviceAPISetCommand.self, AppCodeAddCommand.self, AppCodeRemoveCommand.self,
    AccountListCommand.self, AccountShowCommand.self, AccountDeleteCommand.self, AccountTokenAddCommand.self,
    AccountTokenRevokeCommand.self, DeviceBitsQueryCommand.self, DeviceBitsUpdateCommand.self,
  ]
}
