import Foundation

/// A challenge that is durable and may be handed out.
public struct IssuedChallenge: Sendable, Equatable {
  /// The challenge itself.
  public let bytes: [UInt8]
  public let expiresAt: Date
  public let lifetimeSeconds: Int
}
