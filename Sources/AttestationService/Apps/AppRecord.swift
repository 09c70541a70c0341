import AppAttest
import Cryptography
import Foundation

/// A registered app. A class, because every request on the hot path carries one.
public final class AppRecord: Sendable {
  /// The entity's number, and its stream's.
  public let app: Int64
  /// The App ID.
  public let identifier: AppIdentifier
  /// Apple's environments that are accepted.
  public let environments: Set<DeviceEnvironment>
  /// Where the app runs.
  public let platforms: Set<AppPlatform>
  /// How the app's proofs are judged.
  public let policy: AppPolicy
  /// The version of its stream that this shows.
  let version: Int64
  /// When it was made.
  public let createdAt: Date
  /// When it last changed.
  public let updatedAt: Date
  /// How the verification core judges extensions for this app.
  let extensionPolicy: ExtensionPolicy
  /// SHA-256 of the App IDs that an authenticator may show.
  let relyingPartyHashes: Set<[UInt8]>

  init(
    app: Int64, identifier: AppIdentifier, environments: Set<DeviceEnvironment>, platforms: Set<AppPlatform>,
    policy: AppPolicy, version: Int64, createdAt: Date, updatedAt: Date
  ) {
    self.app = app
    self.identifier = identifier
    self.environments = environments
    self.platforms = platforms
    self.policy = policy
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    extensionPolicy = Self.extensionPolicy(policy)
    let macs = platforms.contains(.macos) ? policy.macSigningIdentifiers.map(identifier.mac) : []
    relyingPartyHashes = Set(([identifier.text] + macs).map { SHA256.hash($0) })
  }
}
