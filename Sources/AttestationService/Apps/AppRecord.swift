import AppAttest
import Cryptography
import Foundation

/// A registered app. A class, because every request on the hot path carries one.
public final class AppRecord: Sendable {
  /// The entity's number, and its stream's.
  public let app: Int64
  public let identifier: AppIdentifier
  public let environments: Set<DeviceEnvironment>
  public let platforms: Set<AppPlatform>
  public let policy: AppPolicy
  public let createdAt: Date
  public let updatedAt: Date
  /// How the verification core judges extensions for this app.
  let extensionPolicy: ExtensionPolicy
  /// SHA-256 of the App IDs that an authenticator may show.
  let relyingPartyHashes: Set<[UInt8]>

  init(
    app: Int64, identifier: AppIdentifier, environments: Set<DeviceEnvironment>, platforms: Set<AppPlatform>,
    policy: AppPolicy, createdAt: Date, updatedAt: Date
  ) {
    self.app = app
    self.identifier = identifier
    self.environments = environments
    self.platforms = platforms
    self.policy = policy
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    extensionPolicy = Self.extensionPolicy(policy)
    let macs = platforms.contains(.macos) ? policy.macSigningIdentifiers.map(identifier.mac) : []
    relyingPartyHashes = Set(([identifier.text] + macs).map { SHA256.hash($0) })
  }
}
