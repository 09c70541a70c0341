import AppAttest
import CBOR
import Cryptography
import Foundation

/// An object as decoded, whatever it is.
struct InspectedObject {
  let kind: String
  let title: String
  let facts: [VerdictPage.Fact]

  /// Reads a file and finds out what it is.
  static func read(_ path: String, _ console: Console) throws(UnreadableInput) -> InspectedObject {
    let raw = try console.read(path)
    if let token = InspectedToken(raw) { return token.object }
    let bytes = try InputFile.read(path, console.replaying(raw))
    if let object = try? AttestationObject(parsing: bytes) { return attestation(object, bytes.count) }
    if let assertion = try? Assertion(parsing: bytes) { return self.assertion(assertion, bytes.count) }
    if let message = try? SignedMessage(ber: bytes) { return try receipt(message, bytes.count, path) }
    throw UnreadableInput("\(path) is none of an attestation, an assertion, a receipt or a token\(reason(bytes))")
  }

  private static func attestation(_ object: AttestationObject, _ count: Int) -> InspectedObject {
    let leaf = object.certificates.first.flatMap { try? Certificate(der: $0) }
    let extensions = leaf.map(LeafExtensions.init)
    var facts = [size(count)] + AttestationFacts.list(object) + authenticatorData(object.authenticatorData)
    facts += [
      fact("AAGUID", "aaguid", .string(printable(object.credential.aaguid))),
      fact("Nonce", "nonce", JSONValue(extensions?.nonce.map(Base64.encode))),
      fact("App ID in leaf", "certificate_app_id", JSONValue(extensions?.appID)),
      fact("Platform in leaf", "certificate_platform", JSONValue(extensions?.platform)),
      fact("Mac, full security", "mac_full_security", .bool(extensions?.isMacFullSecurity ?? false)),
      fact("Certificates", "certificates", .array(object.certificates.map(describe))),
      fact("Receipt, bytes", "receipt_bytes", JSONValue(object.receipt.count)),
    ]
    if let message = try? SignedMessage(ber: object.receipt) { facts += payload(message, prefix: "receipt_") }
    return InspectedObject(kind: "attestation", title: "An attestation object", facts: facts)
  }

  private static func assertion(_ assertion: Assertion, _ count: Int) -> InspectedObject {
    let data = assertion.authenticatorData
    let category = data.extensions?.validationCategory
    let facts =
      [
        size(count), fact("Counter", "counter", JSONValue(data.counter)),
        fact("Validation category", "validation_category", JSONValue(category), category.map(CategoryText.name)),
        fact("Bundle version", "bundle_version", JSONValue(data.extensions?.bundleVersion)),
      ] + authenticatorData(data) + [fact("Signature", "signature", .string(Base64.encode(assertion.signature)))]
    return InspectedObject(kind: "assertion", title: "An assertion", facts: facts)
  }

  private static func receipt(
    _ message: SignedMessage, _ count: Int, _ path: String
  ) throws(UnreadableInput) -> InspectedObject {
    guard (try? ReceiptPayload(parsing: message.unverifiedContent)) != nil else {
      throw UnreadableInput("\(path) is a CMS message, but not a receipt")
    }
    let facts =
      [size(count)] + payload(message, prefix: "")
      + [fact("Certificates", "certificates", .array(message.certificates.map(describe)))]
    return InspectedObject(kind: "receipt", title: "A fraud receipt", facts: facts)
  }

  private static func authenticatorData(_ data: AuthenticatorData) -> [VerdictPage.Fact] {
    let unknown = data.extensions?.unknown.compactMap(\.key.textValue) ?? []
    return [
      fact("RP ID hash", "rp_id_hash", .string(Base64.encode(data.rpIDHash))),
      fact("Flags", "flags", .string("0x" + Hex.encode([data.flags]))),
      fact("Authenticator data, bytes", "authenticator_data_bytes", JSONValue(data.bytes.count)),
      fact("Unknown extensions", "unknown_extensions", unknown.isEmpty ? .null : .array(unknown.map(JSONValue.string))),
    ]
  }

  private static func payload(_ message: SignedMessage, prefix: String) -> [VerdictPage.Fact] {
    guard let payload = try? ReceiptPayload(parsing: message.unverifiedContent) else { return [] }
    let title = prefix.isEmpty ? "" : "Receipt: "
    func text(_ name: String, _ key: String, _ field: ReceiptPayload.Field) -> VerdictPage.Fact {
      fact(title + name, prefix + key, JSONValue(payload.text(field)))
    }
    return [
      text("Type", "type", .type), text("App ID", "app_id", .appID), text("Environment", "environment", .environment),
      text("Created", "created_at", .creationTime), text("Not before", "not_before", .notBefore),
      text("Expires", "expires_at", .expirationTime), text("Risk metric", "risk_metric", .riskMetric),
      fact(title + "Unknown fields", prefix + "unknown_fields", JSONValue(payload.unknownFields)),
    ]
  }

  private static func describe(_ der: [UInt8]) -> JSONValue {
    guard let certificate = try? Certificate(der: der) else { return "cannot be read" }
    let (from, to) = (RFC3339.format(certificate.notBefore), RFC3339.format(certificate.notAfter))
    return .string("\(certificate.subject), \(from) to \(to)")
  }

  private static func printable(_ bytes: [UInt8]) -> String {
    let text = Array(bytes.reversed().drop { $0 == 0 }.reversed())
    let isText = text.allSatisfy { (0x21..<0x7F).contains($0) }
    return isText ? String(decoding: text, as: UTF8.self) : Hex.encode(bytes)
  }

  private static func reason(_ bytes: [UInt8]) -> String {
    do {
      let root = try CBOR.decode(bytes)
      return root["fmt"] != nil ? " (CBOR with fmt, but not an attestation of App Attest)" : " (other CBOR)"
    } catch {
      return ""
    }
  }

  private static func size(_ count: Int) -> VerdictPage.Fact { fact("Bytes", "bytes", JSONValue(count)) }

  static func fact(_ title: String, _ key: String, _ value: JSONValue, _ note: String? = nil) -> VerdictPage.Fact {
    VerdictPage.Fact(title: title, key: key, value: value, note: note)
  }
}
