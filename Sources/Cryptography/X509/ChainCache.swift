import FoundationEssentials
import Locking

/// Remembers issuers and signers that were verified up to given anchors, and certificates that were parsed.
///
/// Apple's intermediates are fixed for years, while their signatures take most of the time of a verification.
/// What is remembered stays bound to the instant: a path counts only while every certificate of it is valid.
/// Both parts are bounded; when one is full it starts afresh, so that made-up input can cost time but no memory.
public final class ChainCache: Sendable {
  struct Path {
    /// What was verified first, its anchor last.
    let path: [Certificate]

    /// Whether OpenSSL would find every certificate valid: it counts the last second of a validity as past.
    func contains(_ instant: Date) -> Bool {
      path.allSatisfy { $0.notBefore <= instant && instant < $0.notAfter }
    }
  }

  private struct State {
    var paths: [[UInt8]: Path] = [:]
    var certificates: [[UInt8]: Certificate] = [:]
  }

  private let state = Locked(State())
  private let limit: Int

  /// A cache of at most `limit` paths and as many certificates.
  public init(limit: Int = 64) {
    self.limit = limit
  }

  /// The certificate of an encoding: an instance parsed earlier when one was remembered.
  public func certificate(der: [UInt8]) throws(CertificateError) -> Certificate {
    let fingerprint = SHA256.hash(der)
    if let known = state.withLock({ $0.certificates[fingerprint] }) { return known }
    return try Certificate(der: der)
  }

  func path(from certificate: Certificate, to anchors: TrustedCertificates) -> Path? {
    state.withLock { $0.paths[certificate.sha256 + anchors.identity] }
  }

  /// Remembers a path that was just verified, issuer first, and its certificates.
  func insert(_ path: [Certificate], anchors: TrustedCertificates) {
    guard let first = path.first else { return }
    state.withLock { state in
      if state.paths.count >= limit { state.paths.removeAll() }
      state.paths[first.sha256 + anchors.identity] = Path(path: path)
      for certificate in path { remember(certificate, in: &state) }
    }
  }

  private func remember(_ certificate: Certificate, in state: inout State) {
    if state.certificates.count >= limit { state.certificates.removeAll() }
    state.certificates[certificate.sha256] = certificate
  }
}
