/// What a caller sets of an app; nil leaves it, or its default.
public struct AppChange: Sendable {
  /// Apple's environments that are accepted.
  public var environments: [DeviceEnvironment]?
  /// Where the app runs.
  public var platforms: [AppPlatform]?
  /// What changes of how the app's proofs are judged.
  public var policy: PolicyChange?

  /// Collects the change.
  public init(environments: [DeviceEnvironment]? = nil, platforms: [AppPlatform]? = nil, policy: PolicyChange? = nil) {
    self.environments = environments
    self.platforms = platforms
    self.policy = policy
  }
}
