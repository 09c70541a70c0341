internal import COpenSSL

/// An OpenSSL library context without algorithms.
///
/// Parsing a message in the ordinary context decodes the key of each embedded certificate, at 150 microseconds each;
/// here the keys stay undecoded. The certificates themselves are parsed again, or found in a cache, before use.
/// `@unchecked Sendable`: made once, never changed, and OpenSSL's library contexts may be used from any thread.
final class KeylessLibrary: @unchecked Sendable {
  static let shared = KeylessLibrary()
  let context: OpaquePointer?

  private init() {
    context = OSSL_LIB_CTX_new()
    // Without the null provider OpenSSL would load its default one at first use. Were this to fail, parsing is slower.
    OSSL_PROVIDER_load(context, "null")
  }
}
