internal import COpenSSL
public import FoundationEssentials

/// Verification of a certificate against anchors that are given, and no others: the system's store is never asked.
public enum CertificateChain {
  /// Verifies that a path leads from the leaf to one of the anchors, every certificate valid at the instant.
  ///
  /// Any purpose is allowed: extended key usages are for the caller to judge.
  /// - Parameters:
  ///   - untrusted: certificates that may stand between, in any order.
  ///   - cache: remembers which issuers lead to the anchors, so that the next leaf costs one signature check.
  /// - Returns: the path, leaf first. An anchor that a remembered issuer leads to is included.
  @discardableResult
  public static func verify(
    _ leaf: Certificate, untrusted: [Certificate], anchors: TrustedCertificates, at instant: Date,
    cache: ChainCache? = nil
  ) throws(CertificateChainError) -> [Certificate] {
    if let path = remembered(leaf, untrusted: untrusted, anchors: anchors, at: instant, in: cache) { return path }
    let fingerprints = try run(
      leaf, untrusted: untrusted, trusted: anchors.certificates, at: instant, reading: fingerprints)
    let path = try resolve(fingerprints, among: [leaf] + untrusted + anchors.certificates)
    cache?.insert(Array(path.dropFirst()), anchors: anchors)
    return path
  }

  /// The path of a remembered signer, or through a remembered issuer; nil when there is none, or when the leaf is not that
  /// issuer's. Whether and why a leaf is refused is never decided here, so that a warm cache gives the verdicts of a cold
  /// one.
  private static func remembered(
    _ leaf: Certificate, untrusted: [Certificate], anchors: TrustedCertificates, at instant: Date, in cache: ChainCache?
  ) -> [Certificate]? {
    if let known = cache?.path(from: leaf, to: anchors), known.contains(instant),
      known.path.dropFirst().allSatisfy({ link in
        anchors.contains(link) || untrusted.contains { $0.sha256 == link.sha256 }
      })
    {
      return known.path
    }
    guard let issuer = untrusted.first(where: { leaf.namesAsIssuer($0) }),
      let known = cache?.path(from: issuer, to: anchors), known.contains(instant), let first = known.path.first,
      (try? run(leaf, untrusted: [], trusted: [first], at: instant, reading: { _ in true })) != nil
    else { return nil }
    return [leaf] + known.path
  }

  /// Runs OpenSSL's path validation and reads the path it found, leaf first.
  private static func run<Reading>(
    _ leaf: Certificate, untrusted: [Certificate], trusted: [Certificate], at instant: Date,
    reading: ([OpaquePointer?]) -> Reading
  ) throws(CertificateChainError) -> Reading {
    defer { OpenSSLError.clear() }
    guard let context = X509_STORE_CTX_new() else { throw CertificateChainError(code: Int(X509_V_ERR_OUT_OF_MEM)) }
    defer { X509_STORE_CTX_free(context) }
    let (candidates, roots) = (CertificateStack(untrusted), CertificateStack(trusted))
    guard X509_STORE_CTX_init(context, nil, leaf.handle, candidates.handle) == 1 else {
      throw CertificateChainError(code: Int(X509_V_ERR_UNSPECIFIED))
    }
    X509_STORE_CTX_set0_trusted_stack(context, roots.handle)
    setParameters(X509_STORE_CTX_get0_param(context), at: instant)
    guard X509_verify_cert(context) == 1 else {
      throw CertificateChainError(
        code: Int(X509_STORE_CTX_get_error(context)), depth: Int(X509_STORE_CTX_get_error_depth(context)))
    }
    return reading(try path(X509_STORE_CTX_get0_chain(context)))
  }

  private static func setParameters(_ parameters: OpaquePointer?, at instant: Date) {
    X509_VERIFY_PARAM_set_time(parameters, seconds(instant))
    // A given certificate is an anchor whether or not it is self-signed: a remembered issuer is not.
    X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_PARTIAL_CHAIN))
    X509_VERIFY_PARAM_set_depth(parameters, 4)
    // 112 bits of security: no SHA-1, no short keys.
    X509_VERIFY_PARAM_set_auth_level(parameters, 2)
  }

  /// OpenSSL takes an issuer without basic constraints for a CA in some old shapes; we do not.
  private static func path(_ chain: OpaquePointer?) throws(CertificateChainError) -> [OpaquePointer?] {
    let path = (0..<max(0, OPENSSL_sk_num(chain))).map { OpaquePointer(OPENSSL_sk_value(chain, $0)) }
    for (depth, certificate) in path.enumerated().dropFirst()
    where X509_get_extension_flags(certificate) & UInt32(EXFLAG_CA) == 0 {
      throw CertificateChainError(code: Int(X509_V_ERR_INVALID_CA), depth: depth)
    }
    return path
  }

  private static func fingerprints(_ path: [OpaquePointer?]) -> [[UInt8]] {
    path.map { SHA256.hash(Certificate.encode($0) ?? []) }
  }

  private static func resolve(
    _ fingerprints: [[UInt8]], among known: [Certificate]
  ) throws(CertificateChainError) -> [Certificate] {
    let path = fingerprints.compactMap { fingerprint in known.first { $0.sha256 == fingerprint } }
    guard path.count == fingerprints.count else { throw CertificateChainError(code: Int(X509_V_ERR_UNSPECIFIED)) }
    return path
  }

  private static func seconds(_ instant: Date) -> Int {
    // Beyond these (years 1 to 9999) X.509 has no time; clamped, so that no instant can trap.
    Int(min(max(instant.timeIntervalSince1970.rounded(.down), -62_135_596_800), 253_402_300_799))
  }
}

/// Borrows certificates to OpenSSL as a stack for as long as the instance lives.
private final class CertificateStack {
  let handle: OpaquePointer?
  private let certificates: [Certificate]

  init(_ certificates: [Certificate]) {
    self.certificates = certificates
    handle = OPENSSL_sk_new_null()
    for certificate in certificates {
      OPENSSL_sk_push(handle, UnsafeRawPointer(certificate.handle))
    }
  }

  deinit {
    OPENSSL_sk_free(handle)
  }
}
