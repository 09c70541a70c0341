import AppleLab
import Cryptography

/// The keys of a load: each is known from the seed and its index, so that a server can be filled with millions
/// of them and the generator still knows every one.
public struct LoadKeys: Sendable {
  /// What the keys are derived from.
  public let seed: String
  /// How many there are.
  public let count: Int

  /// A numbered series of keys.
  public init(seed: String, count: Int) {
    self.seed = seed
    self.count = count
  }

  /// The account that owns a key.
  public func accountID(_ index: Int) -> String { ServiceMessages.accountID(ofKey: index) }

  /// A key of the series.
  public func key(_ index: Int) throws -> LabKey { try LabKey(seed: seed, index: index) }
}
