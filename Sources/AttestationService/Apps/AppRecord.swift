import Foundation

/// A registered app.
public struct AppRecord: Sendable, Equatable {
  /// The entity's number, and its stream's.
  public let app: Int64
  public let identifier: AppIdentifier
  public let environments: Set<DeviceEnvironment>
  public let platforms: Set<AppPlatform>
  public let policy: AppPolicy
  public let createdAt: Date
  public let updatedAt: Date

  /// The App IDs whose hash an authenticator may show.
  public var acceptedAppIDs: [String] {
    guard platforms.contains(.macos) else { return [identifier.text] }
    return [identifier.text] + policy.macSigningIdentifiers.map(identifier.mac)
  }
}
