/// What a caller sets of an app; nil leaves it, or its default.
public struct AppChange: Sendable {
  /// Apple's environments that are accepted.
  public var environments: [DeviceEnvironment]?
  /// Where the app runs.
  public var platforms: [AppPlatform]?
  /// How the app's proofs are judged.
  public var policy: AppPolicy?

  /// Collects the change.
  public init(environments: [DeviceEnvironment]? = nil, platforms: [AppPlatform]? = nil, policy: AppPolicy? = nil) {
    self.environments = environments
    self.platforms = platforms
    self.policy = policy
  }
}
