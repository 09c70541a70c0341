import AppAttest
import Cryptography
import Foundation

/// The root of receipts: Apple's, or with the lab switch the lab's instead.
enum WorkerRoots {
  /// What is wrong with the lab's directory.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  static func anchors(lab directory: String?) throws -> TrustAnchors {
    guard let directory else { return .apple }
    let file = URL(filePath: directory).appending(path: "receipt-root.pem")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let der = PEM.decode(text, label: "CERTIFICATE").first
    else { throw Problem(description: "ASSAY_LAB_ROOTS: no certificate can be read from \(file.path)") }
    return TrustAnchors(attestation: [], receipt: [try Certificate(der: der)])
  }
}
