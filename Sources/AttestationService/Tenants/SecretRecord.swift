import Foundation

/// A secret as its tenant's operator sees it: everything but the secret.
public struct SecretRecord: Sendable, Equatable {
  /// The number in the middle of the secret, in the form in which it stands there.
  public let id: String
  public let name: String
  public let scopes: [SecretScope]
  public let createdAt: Date
  public let revokedAt: Date?
}
