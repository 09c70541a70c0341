/// What a tenant accepts of an attestation.
public struct AttestationPolicy: Sendable, Equatable {
  /// The accepted App IDs ("TEAMID.bundle.id"): the app's own, and those of its extensions.
  public var appIDs: [String]
  /// The accepted environments.
  public var environments: Set<AttestationEnvironment>
  /// How validation category and bundle version are judged.
  public var extensions: ExtensionPolicy
  /// The platforms of the app.
  public var platforms: PlatformPolicy

  /// A policy for an app.
  public init(
    appIDs: [String], environments: Set<AttestationEnvironment>, extensions: ExtensionPolicy = ExtensionPolicy(),
    platforms: PlatformPolicy = PlatformPolicy()
  ) {
    (self.appIDs, self.environments) = (appIDs, environments)
    (self.extensions, self.platforms) = (extensions, platforms)
  }
}
