import Foundation

/// A request that the server takes only with a proof.
public struct ProtectedRequest: Sendable, Equatable {
  /// The request, body and all. The bytes of the body are hashed and sent as they stand here.
  public let request: ClientRequest
  /// The operation that its challenge is bound to, such as `checkout.calculate`.
  public let operation: String

  /// A request under the name of its operation.
  public init(_ request: ClientRequest, operation: String) {
    self.request = request
    self.operation = operation
  }
}

/// The names of the two header fields that carry the challenge and the proof.
public struct ProofHeaders: Sendable, Equatable {
  /// Carries the challenge.
  public let challenge: String
  /// Carries the proof: base64 of the JSON object of `keyId` and `assertion`.
  public let proof: String

  /// Names of the tenant's own.
  public init(challenge: String = "Assay-Challenge", proof: String = "Assay-Proof") {
    self.challenge = challenge
    self.proof = proof
  }
}
