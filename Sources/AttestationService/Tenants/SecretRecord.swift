import Foundation

/// A secret as its tenant's operator sees it: everything but the secret.
public struct SecretRecord: Sendable, Equatable {
  /// The number in the middle of the secret, in the form in which it stands there.
  public let id: String
  /// For people.
  public let name: String
  /// What it may be used for.
  public let scopes: [SecretScope]
  /// When it was made.
  public let createdAt: Date
  /// When it was revoked, if it was.
  public let revokedAt: Date?
}
