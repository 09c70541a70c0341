/// What a caller sets of an app; nil leaves it, or its default.
public struct AppChange: Sendable {
  public var environments: [DeviceEnvironment]?
  public var platforms: [AppPlatform]?
  public var policy: AppPolicy?

  /// Collects the change.
  public init(environments: [DeviceEnvironment]? = nil, platforms: [AppPlatform]? = nil, policy: AppPolicy? = nil) {
    self.environments = environments
    self.platforms = platforms
    self.policy = policy
  }
}
