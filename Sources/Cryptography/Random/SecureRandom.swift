internal import COpenSSL

/// Random bytes fit for keys, challenges and secrets.
public enum SecureRandom {
  /// That many bytes from OpenSSL's generator, which the kernel seeds.
  public static func bytes(_ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Without randomness no challenge and no key may be made, so the process stops rather than go on.
      precondition(RAND_bytes(buffer.baseAddress, Int32(count)) == 1, "no secure random numbers")
      initialized = count
    }
  }
}
