import AppleLab
import Cryptography
import Foundation

/// An assertion together with everything that it was presented with.
struct Presented: Sendable {
  var account: String
  var keyID: [UInt8]
  var challenge: String
  var object: [UInt8]
  var request: SignedRequest
  var counter: UInt32
}

extension DeviceSession {
  /// Gets a challenge for an account and signs a request with it.
  func sign(
    _ registered: inout Registered, _ request: SignedRequest, account: String, fault: LabFault? = nil
  ) async throws -> Presented? {
    let issued = try await calls.challenge(account: account, purpose: "assertion", operation: request.operation)
    try tell("assertion_challenge", issued, expected: .accepted)
    guard let challenge = issued.text("challenge") else { return nil }
    let hash = SHA256.hash(try request.signedBytes(challenge: challenge))
    let object = try device.generateAssertion(&registered.key, clientDataHash: hash, fault: fault)
    return Presented(
      account: account, keyID: registered.key.keyID, challenge: challenge, object: object, request: request,
      counter: registered.key.counter)
  }

  func present(_ presented: Presented) async throws -> ServiceReply {
    try await calls.assertion(
      account: presented.account, keyID: presented.keyID, challenge: presented.challenge, object: presented.object,
      request: presented.request)
  }

  /// The same request once more: its challenge is spent.
  func replay(_ presented: Presented) async throws {
    try tell("replayed_challenge", try await present(presented), expected: .refused)
  }

  /// A fresh challenge, signed with a counter that the service has seen: a copy of the key that fell behind.
  func presentOldCounter(_ registered: Registered, _ request: SignedRequest) async throws {
    var behind = registered
    behind.key.counter = 0
    guard let presented = try await sign(&behind, request, account: account) else { return }
    try tell("old_counter", try await present(presented), expected: .refused, ["counter": Int(presented.counter)])
  }

  /// A genuine signature over one body, presented with another.
  func presentChangedBody(_ registered: inout Registered, _ request: SignedRequest) async throws {
    guard var presented = try await sign(&registered, request, account: account) else { return }
    presented.request.body += [UInt8](" ".utf8)
    try tell("changed_body", try await present(presented), expected: .refused)
  }

  /// This account's key, presented by another account with a challenge of its own.
  func presentAsOther(_ registered: inout Registered, _ request: SignedRequest, other: String) async throws {
    guard let presented = try await sign(&registered, request, account: other) else { return }
    try tell("other_accounts_key", try await present(presented), expected: .refused, ["account_id": other])
  }
}
