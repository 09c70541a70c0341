import Cryptography
public import Foundation

extension LabAuthorities {
  /// The two roots, PEM: what a server that runs with the lab switch is given as anchors.
  public static let attestationRootFile = "attestation-root.pem"
  /// The root of receipts, PEM.
  public static let receiptRootFile = "receipt-root.pem"

  /// Writes certificates (`NAME.pem`) and keys (`NAME-key.pem`, readable by the owner only) into a directory.
  public func write(to directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    for (name, identity) in named {
      let certificate = PEM.encode(identity.certificate.der, label: "CERTIFICATE")
      try Data(certificate.utf8).write(to: directory.appendingPathComponent("\(name).pem"))
      try PrivateFile.write(try identity.keyPEM(), to: directory.appendingPathComponent("\(name)-key.pem"))
    }
  }

  /// Reads what `write` has written.
  public static func load(from directory: URL) throws -> LabAuthorities {
    LabAuthorities(
      attestationRoot: try authority("attestation-root", in: directory),
      attestationAuthority: try authority("attestation-authority", in: directory),
      receiptRoot: try authority("receipt-root", in: directory),
      receiptAuthority: try signer("receipt-authority", in: directory),
      receiptSigner: try signer("receipt-signer", in: directory))
  }

  private var named: [(String, LabIdentity)] {
    [
      ("attestation-root", attestationRoot), ("attestation-authority", attestationAuthority),
      ("receipt-root", receiptRoot), ("receipt-authority", receiptAuthority), ("receipt-signer", receiptSigner),
    ]
  }

  private static func authority(_ name: String, in directory: URL) throws -> LabIdentity {
    LabIdentity(
      certificate: try certificate(name, in: directory),
      key: try P384PrivateKey(pkcs8PEM: text("\(name)-key.pem", in: directory)))
  }

  private static func signer(_ name: String, in directory: URL) throws -> LabIdentity {
    LabIdentity(
      certificate: try certificate(name, in: directory),
      key: try P256PrivateKey(pkcs8PEM: text("\(name)-key.pem", in: directory)))
  }

  private static func certificate(_ name: String, in directory: URL) throws -> CertificateIdentity {
    let objects = PEM.decode(try text("\(name).pem", in: directory), label: "CERTIFICATE")
    return try CertificateIdentity(der: objects.first ?? [])
  }

  private static func text(_ name: String, in directory: URL) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
  }
}

extension LabIdentity {
  fileprivate func keyPEM() throws -> String {
    switch key {
    case let key as P256PrivateKey: try key.pkcs8PEM()
    case let key as P384PrivateKey: try key.pkcs8PEM()
    default: throw CocoaError(.fileWriteInapplicableStringEncoding)
    }
  }
}
