internal import COpenSSL

/// The curves we hold private keys on.
enum NamedCurve: Sendable {
  case p256
  case p384

  /// OpenSSL's number of the curve.
  var identifier: Int32 {
    switch self {
    case .p256: NID_X9_62_prime256v1
    case .p384: NID_secp384r1
    }
  }
}
