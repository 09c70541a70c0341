import Cryptography
import HTTPServer

/// Asks Assay whether a request was signed by a registered key of the account.
///
/// Nothing of the request is rebuilt: method, path and query go on as they were received, and the body as the hash of its
/// raw bytes.
struct ProofCheck: Sendable {
  static let challengeHeader = "Example-Proof-Challenge"
  static let proofHeader = "Example-App-Proof"

  let assay: AssayService

  /// Returns when the proof is right. Throws the ``Rejection`` otherwise.
  func verify(_ request: HTTPRequest, account: String, operation: String) async throws {
    guard request.headers.count(of: Self.challengeHeader) == 1, request.headers.count(of: Self.proofHeader) == 1,
      let challenge = request.headers[Self.challengeHeader],
      let proof = request.headers[Self.proofHeader].flatMap(AppProof.init(header:))
    else { throw Rejection.missingProof }
    try await assay.verify(
      AssertionCall(
        account_id: account, operation: operation, key_id: proof.keyId, challenge: challenge,
        assertion: proof.assertion,
        request: AssertionCall.Request(
          method: request.method, path_and_query: request.head.pathAndQuery,
          body_sha256: Base64.encode(SHA256.hash(request.body)))))
  }
}
