import AssayClient
import Cryptography
import Foundation
import Testing

/// One field of a signed request that is changed after it was signed, with where and why the request is refused then.
enum ChangedField: String, CaseIterable, Sendable {
  case method, path, query, queryAdded, bodyByte, bodyWhitespace, bodyMemberOrder, bodyMissing
  case challengeHeader, challengeHeaderMissing, proofHeaderMissing, proofHeaderUnreadable
  case keyOfTheSameAccount, keyOfAnotherAccount, keyUnknown
  case account, noAccount
  case challengeInvented, challengeOfAnotherOperation, challengeOfAnotherAccount
  case counterRaised, signature

  var refusal: String {
    switch self {
    case .method, .path, .query, .queryAdded, .bodyByte, .bodyWhitespace, .bodyMemberOrder, .bodyMissing,
      .challengeHeader, .keyOfTheSameAccount, .counterRaised, .signature:
      "403 signature signature_invalid"
    case .challengeHeaderMissing, .proofHeaderMissing, .proofHeaderUnreadable: "401 proof proof_missing"
    case .noAccount: "401 session no_session"
    case .keyUnknown: "404 key key_unknown"
    case .keyOfAnotherAccount: "403 key key_of_another_account"
    case .account, .challengeInvented, .challengeOfAnotherOperation, .challengeOfAnotherAccount:
      "403 challenge challenge_unknown"
    }
  }

  /// The request with this one field changed. `other` is a device of another account.
  func changed(_ request: ClientRequest, by signer: Signer, other: Signer, second: Signer) async throws -> ClientRequest
  {
    var request = request
    switch self {
    case .method: request.method = "PUT"
    case .path: request.url = try url(request, "/calculate", "/calculate/")
    case .query: request.url = try url(request, "currency=EUR", "currency=USD")
    case .queryAdded: request.url = try url(request, "currency=EUR", "currency=EUR&tax=0")
    case .bodyByte: request.body?[20] ^= 1
    case .bodyWhitespace: request.body?.append(0x20)
    case .bodyMemberOrder: request.body = Data(#"{"voucherCode":"SAVE10","cartID":"cart-123"}"#.utf8)
    case .bodyMissing: request.body = nil
    case .challengeHeader: request.headers[Self.challenge] = try await signer.challenge()
    case .challengeHeaderMissing: request.headers[Self.challenge] = nil
    case .proofHeaderMissing: request.headers[Self.proof] = nil
    case .proofHeaderUnreadable: request.headers[Self.proof]?.removeFirst()
    case .keyOfTheSameAccount: try change(&request) { $0["keyId"] = second.key.keyID }
    case .keyOfAnotherAccount: try change(&request) { $0["keyId"] = other.key.keyID }
    case .keyUnknown: try change(&request) { $0["keyId"] = Base64.encode(SecureRandom.bytes(32)) }
    case .account: request.headers["Authorization"] = "Bearer bob-token"
    case .noAccount: request.headers["Authorization"] = "Bearer nobody"
    case .challengeInvented: request.headers[Self.challenge] = Base64.encode(SecureRandom.bytes(63))
    case .challengeOfAnotherOperation:
      request.headers[Self.challenge] = try await signer.challenge(operation: "checkout.pay")
    case .challengeOfAnotherAccount: request.headers[Self.challenge] = try await other.challenge()
    case .counterRaised: try changeAssertion(&request) { $0[Self.counter(in: $0)] += 1 }
    case .signature: try changeAssertion(&request) { $0[40] ^= 1 }
    }
    return request
  }

  private static let challenge = "Example-Proof-Challenge"
  private static let proof = "Example-App-Proof"

  private func url(_ request: ClientRequest, _ old: String, _ new: String) throws -> URL {
    let text = request.url.absoluteString
    #expect(text.contains(old))
    return try #require(URL(string: text.replacingOccurrences(of: old, with: new)))
  }

  private func change(_ request: inout ClientRequest, _ change: (inout [String: String]) throws -> Void) throws {
    let header = try #require(request.headers[Self.proof].flatMap { Data(base64Encoded: $0) })
    var proof = try JSONDecoder().decode([String: String].self, from: header)
    try change(&proof)
    request.headers[Self.proof] = try JSONEncoder().encode(proof).base64EncodedString()
  }

  private func changeAssertion(_ request: inout ClientRequest, _ change: (inout [UInt8]) throws -> Void) throws {
    try self.change(&request) { proof in
      var assertion = try #require(proof["assertion"].flatMap { Base64.decode($0) })
      try change(&assertion)
      proof["assertion"] = Base64.encode(assertion)
    }
  }

  /// The last byte of the counter: the authenticator data is a CBOR byte string under its name; 32 bytes of hash and one of
  /// flags stand before the counter's four.
  private static func counter(in assertion: [UInt8]) -> Int {
    let name = Array("authenticatorData".utf8)
    let start = assertion.firstRange(of: name)?.upperBound ?? 0
    // 0x58 and a length byte.
    return start + 2 + 36
  }
}
