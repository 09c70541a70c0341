/// How an app's device API checks its callers. Each check is off until it is configured.
public struct DeviceSettings: Sendable, Equatable {
  /// The check of attestations.
  public struct Attestation: Sendable, Equatable {
    /// The accepted App IDs.
    public let appIDs: [String]
    /// The one environment that is accepted.
    public let environment: DeviceEnvironment

    /// A check.
    public init(appIDs: [String], environment: DeviceEnvironment) {
      self.appIDs = appIDs
      self.environment = environment
    }
  }

  /// Nil: the check is off.
  public let attestation: Attestation?
  /// Empty: the check is off.
  public let codeSecrets: [[UInt8]]

  /// Both checks off.
  public static let off = DeviceSettings(attestation: nil, codeSecrets: [])

  /// The check of the app code.
  public var appCode: AppCodeCheck { AppCodeCheck(secrets: codeSecrets) }
}
