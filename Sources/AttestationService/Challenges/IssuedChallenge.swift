import Foundation

/// A challenge that is durable and may be handed out.
public struct IssuedChallenge: Sendable, Equatable {
  /// The challenge itself.
  public let bytes: [UInt8]
  /// When it stops being valid.
  public let expiresAt: Date
  /// How long it is valid.
  public let lifetimeSeconds: Int
}
