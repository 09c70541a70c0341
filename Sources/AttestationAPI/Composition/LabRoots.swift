import AppAttest
import AttestationService
import Cryptography
import Foundation

/// Reads the lab's roots for a server that is started with the lab switch.
enum LabRoots {
  /// What is wrong with the directory.
  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  static func read(_ directory: String) throws -> TrustAnchors {
    TrustAnchors(
      attestation: try certificates("attestation-root.pem", in: directory),
      receipt: try certificates("receipt-root.pem", in: directory))
  }

  private static func certificates(_ name: String, in directory: String) throws -> [Certificate] {
    let url = URL(filePath: directory).appending(path: name)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw Problem(description: "ASSAY_LAB_ROOTS: \(url.path) cannot be read")
    }
    let found = PEM.decode(text, label: "CERTIFICATE")
    guard !found.isEmpty else { throw Problem(description: "ASSAY_LAB_ROOTS: \(url.path) holds no certificate") }
    return try found.map { try Certificate(der: $0) }
  }
}
