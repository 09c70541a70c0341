import AttestationService
import Cryptography
import HTTPServer

/// The body of `POST /v1/accounts`.
enum DeviceAccountBody {
  /// The attestation in it, if there is one. Where the check is off the member is not looked at at all.
  ///
  /// Throws 422 for a key or an object that is not base64, and for a key that has not 32 bytes.
  static func attestation(in request: HTTPRequest, isChecked: Bool) throws(Refusal) -> DeviceAttestation? {
    guard !request.body.isEmpty else { return nil }
    guard isJSON(request.headers) else { throw .unsupportedMediaType }
    let body = try RequestObject(body: request.body, fields: ["attestation"])
    guard isChecked, let attestation = try body.object("attestation", fields: ["key_id", "challenge", "object"]) else {
      return nil
    }
    let keyID = try attestation.bytes("key_id", atMost: Limits.attestation)
    guard keyID.count == 32 else {
      throw .invalidField("/attestation/key_id", "The key's identifier must be 32 bytes.")
    }
    return DeviceAttestation(
      keyID: keyID, challenge: try attestation.text("challenge", bytes: 0...2_048),
      object: try attestation.bytes("object", atMost: Limits.attestation))
  }

  private static func isJSON(_ headers: HTTPHeaders) -> Bool {
    guard let type = headers["Content-Type"]?.lowercased() else { return false }
    return type == "application/json" || type.hasPrefix("application/json;")
  }
}
