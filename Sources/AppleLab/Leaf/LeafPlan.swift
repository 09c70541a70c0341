import Cryptography
import Foundation

/// What the credential certificate of a key is to say; a fault changes it before it is issued.
struct LeafPlan {
  var subjectPublicKeyInfo: [UInt8]
  var keyID: [UInt8]
  var appID: String
  var system: LabSystem
  var accessControl: AccessControl?
  var purposes: [String]
  var notBefore: Date
  var notAfter: Date
  var isAuthority = false
  /// The value of extension 8.2; nil leaves it out.
  var nonceExtension: [UInt8]?

  /// The certificate, DER, with the extensions in Apple's order.
  func issue(by authority: LabIdentity) throws -> [UInt8] {
    let subject = DistinguishedName([
      (.commonName, Hex.encode(keyID)), (.organizationalUnit, "AAA Certification"), (.organization, "Assay Lab"),
      (.stateOrProvince, "California"),
    ])
    let milliseconds = UInt64(max(0, notBefore.timeIntervalSince1970 * 1000))
    let template = CertificateTemplate(
      subject: subject, notBefore: notBefore, notAfter: notAfter, serial: CBORWriter.bigEndian(milliseconds),
      subjectPublicKeyInfo: subjectPublicKeyInfo, extensions: extensions)
    return try authority.issuer.issue(template, digest: .sha256)
  }

  private var extensions: [CertificateExtension] {
    var extensions: [CertificateExtension] = [.basicConstraints(isCA: isAuthority), .keyUsage(0b1111_0000)]
    if !purposes.isEmpty { extensions.append(.extendedKeyUsage(purposes)) }
    extensions.append(CertificateExtension(oid: LeafExtension.keyOwner, value: LeafExtension.owner(appID, system)))
    extensions.append(CertificateExtension(oid: LeafExtension.system, value: LeafExtension.value(of: system)))
    if let nonceExtension {
      extensions.append(CertificateExtension(oid: LeafExtension.nonce, value: nonceExtension))
    }
    if let accessControl {
      extensions.append(CertificateExtension(oid: LeafExtension.accessControl, value: accessControl.extensionValue))
    }
    return extensions
  }
}
