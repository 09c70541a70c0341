/// Keys from keys: HKDF with SHA-256 (RFC 5869), for outputs of at most one hash.
public enum HKDFSHA256 {
  /// 32 bytes that depend on all of the input key and on what they are for. The salt is empty (§2.2: 32 zeros).
  public static func derive(from key: [UInt8], info: [UInt8]) -> [UInt8] {
    let extracted = HMACSHA256.authenticate(key, key: [UInt8](repeating: 0, count: SHA256.byteCount))
    return HMACSHA256.authenticate(info + [1], key: extracted)
  }
}
