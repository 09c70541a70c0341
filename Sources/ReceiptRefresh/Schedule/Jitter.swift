/// Spreads instants so that keys registered together are not asked about together.
///
/// The fraction depends on the subject and the occurrence alone: the same refresh planned twice lands on the same
/// instant, and a test needs no random source.
public enum Jitter {
  /// A fraction in `0 ..< 1` for the n-th planning of a subject (SplitMix64 of both numbers).
  public static func fraction(subject: Int64, occurrence: Int) -> Double {
    var word = UInt64(bitPattern: subject) &+ UInt64(bitPattern: Int64(occurrence)) &* 0xD1B5_4A32_D192_ED03
    word = (word &+ 0x9E37_79B9_7F4A_7C15)
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return Double(word >> 11) / Double(1 << 53)
  }
}
