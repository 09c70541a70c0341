import Cryptography

/// Private scalars that follow from a seed and an index, so that millions of keys need not be stored.
public enum DerivedScalar {
  /// The scalar, big-endian, 32 bytes, between 1 and the order of P-256 less 1.
  ///
  /// Forcing the highest bit to zero keeps it below the order; forcing the lowest to one keeps it above zero.
  public static func bytes(seed: String, index: Int) -> [UInt8] {
    var scalar = SHA256.hash("assay-lab/\(seed)/\(index)")
    scalar[0] &= 0x7F
    scalar[31] |= 1
    return scalar
  }
}
