internal import COpenSSL

/// Why no path leads to an anchor: OpenSSL's verification code, and where on the path it arose.
public struct CertificateChainError: Error, Equatable, Sendable, CustomStringConvertible {
  /// OpenSSL's `X509_V_ERR_…` number.
  public let code: Int
  /// The position on the path: 0 is the leaf.
  public let depth: Int

  init(code: Int, depth: Int = 0) {
    (self.code, self.depth) = (code, depth)
  }

  /// A certificate's validity had ended at the instant.
  public var isExpired: Bool { code == Int(X509_V_ERR_CERT_HAS_EXPIRED) }

  /// A certificate's validity had not begun at the instant.
  public var isNotYetValid: Bool { code == Int(X509_V_ERR_CERT_NOT_YET_VALID) }

  /// OpenSSL's words for the code.
  public var description: String {
    "\(String(cString: X509_verify_cert_error_string(code))) (certificate \(depth))"
  }

  /// Two are the same when the codes are.
  public static func == (left: CertificateChainError, right: CertificateChainError) -> Bool {
    left.code == right.code
  }
}
