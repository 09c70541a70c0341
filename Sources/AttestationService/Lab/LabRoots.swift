public import AppAttest
import Cryptography
import Foundation

/// Reads a lab's roots from the folder that `assay-lab init` made.
public enum LabRoots {
  /// What is wrong with the folder.
  public struct Problem: Error, CustomStringConvertible {
    /// For people.
    public let description: String
  }

  /// The anchors in `attestation-root.pem` and `receipt-root.pem`. Throws `Problem`.
  public static func read(_ directory: String) throws(Problem) -> TrustAnchors {
    TrustAnchors(
      attestation: try certificates("attestation-root.pem", in: directory),
      receipt: try certificates("receipt-root.pem", in: directory))
  }

  private static func certificates(_ name: String, in directory: String) throws(Problem) -> [Certificate] {
    let url = URL(filePath: directory).appending(path: name)
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      throw Problem(description: "the lab's root \(url.path) cannot be read")
    }
    let found = PEM.decode(text, label: "CERTIFICATE")
    let certificates = found.compactMap { try? Certificate(der: $0) }
    guard !found.isEmpty, certificates.count == found.count else {
      throw Problem(description: "the lab's root \(url.path) does not hold certificates, and nothing else")
    }
    return certificates
  }
}
