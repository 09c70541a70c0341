import Cryptography

/// Which installations a share of a rollout holds: a hash of the rollout's salt and the installation, so that a
/// restart, a resume or another replica never deals again, and a greater share holds every smaller one.
public struct RampMembership: Sendable {
  private let salt: [UInt8]

  /// The membership of the rollout with this salt. The salt is random and stays on the server, so that nobody can
  /// choose an installation identifier that comes early.
  public init(salt: [UInt8]) { self.salt = salt }

  /// Where the installation stands between the first (0) and the last to be let in.
  public func position(of installation: [UInt8]) -> UInt64 {
    SHA256.hash(salt + installation).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Whether the share holds the installation.
  public func contains(_ installation: [UInt8], share: Share) -> Bool {
    Self.holds(position(of: installation), share: share)
  }

  /// Whether the share holds whoever stands at `position`.
  public static func holds(_ position: UInt64, share: Share) -> Bool {
    entry(of: position) < share.parts
  }

  /// The position in parts of a billion: the share above which it is let in.
  public static func entry(of position: UInt64) -> Int64 {
    Int64(position.multipliedFullWidth(by: UInt64(Share.whole)).high)
  }
}
