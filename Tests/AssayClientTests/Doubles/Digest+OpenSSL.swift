import AssayClient
import Cryptography
import Foundation

extension SHA256Digest {
  /// What a program on Linux hands in.
  static let openSSL = SHA256Digest { Data(Cryptography.SHA256.hash([UInt8]($0))) }
}
