import Foundation

/// Puts a proof on a request.
struct RequestSigner: Sendable {
  private struct Proof: Encodable {
    let keyId: String
    let assertion: String
  }

  let provider: any AttestationProvider
  let digest: SHA256Digest
  let headers: ProofHeaders

  /// The request with the challenge and the proof in its header fields.
  func sign(_ request: ClientRequest, keyID: String, challenge: String) async throws -> ClientRequest {
    let binding = try RequestBinding(
      method: request.method, pathAndQuery: RequestBinding.pathAndQuery(of: request.url), challenge: challenge,
      bodyHash: digest.hash(request.body ?? Data()))
    let assertion = try await provider.generateAssertion(keyID, clientDataHash: digest.hash(binding.bytes))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let proof = try encoder.encode(Proof(keyId: keyID, assertion: assertion.base64EncodedString()))
    var signed = request
    signed.headers[headers.challenge] = challenge
    signed.headers[headers.proof] = proof.base64EncodedString()
    return signed
  }
}
