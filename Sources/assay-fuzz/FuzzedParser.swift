import AppAttest
import CBOR
import Cryptography
import Foundation

@testable import AttestationAPI
@testable import AttestationService

/// The parsers that hostile bytes reach. Each must refuse or accept, and never trap, leak or hang.
enum FuzzedParser: String, CaseIterable {
  case cbor
  case authenticatorData = "authenticator-data"
  case attestation
  case assertion
  case receipt
  case clientData = "client-data"
  case challengeToken = "challenge-token"
  case json
  case policy

  var entry: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .cbor: { fuzz($0, $1, decodeCBOR) }
    case .authenticatorData: { fuzz($0, $1, parseAuthenticatorData) }
    case .attestation: { fuzz($0, $1, verifyAttestation) }
    case .assertion: { fuzz($0, $1, parseAssertion) }
    case .receipt: { fuzz($0, $1, verifyReceipt) }
    case .clientData: { fuzz($0, $1, searchClientData) }
    case .challengeToken: { fuzz($0, $1, openChallenge) }
    case .json: { fuzz($0, $1, readJSON) }
    case .policy: { fuzz($0, $1, changePolicy) }
    }
  }
}

private func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int, _ parse: ([UInt8]) -> Void) -> Int32 {
  parse([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// What is accepted must encode to the same bytes: the reading allows one encoding of each value only.
private func decodeCBOR(_ bytes: [UInt8]) {
  guard let value = try? CBOR.decode(bytes) else { return }
  precondition(CBOR.encode(value) == bytes, "two encodings of one value")
}

/// Authenticator data as it stands in either object.
private func parseAuthenticatorData(_ bytes: [UInt8]) {
  let assertion = CBORValue.map([
    CBOREntry(key: .text("signature"), value: .bytes([])),
    CBOREntry(key: .text("authenticatorData"), value: .bytes(bytes)),
  ])
  _ = try? Assertion(parsing: CBOR.encode(assertion))
  let statement = CBORValue.map([
    CBOREntry(key: .text("x5c"), value: .array([.bytes([]), .bytes([])])),
    CBOREntry(key: .text("receipt"), value: .bytes([])),
  ])
  let attestation = CBORValue.map([
    CBOREntry(key: .text("fmt"), value: .text("apple-appattest")),
    CBOREntry(key: .text("attStmt"), value: statement),
    CBOREntry(key: .text("authData"), value: .bytes(bytes)),
  ])
  _ = try? AttestationObject(parsing: CBOR.encode(attestation))
}

private let attestationVerifier = AttestationVerifier()
private let receiptVerifier = ReceiptVerifier()
private let sampleInstant = Date(timeIntervalSince1970: 1_776_795_193)
private let sampleAppID = "1234567890.com.example.myapp"

private func verifyAttestation(_ bytes: [UInt8]) {
  let expectation = AttestationVerifier.Expectation(
    keyID: [UInt8](repeating: 0, count: 32), clientDataHash: [UInt8]("example_server_challenge".utf8),
    policy: AttestationPolicy(appIDs: [sampleAppID], environments: [.production]))
  let report = attestationVerifier.report(bytes, against: expectation, at: sampleInstant)
  if case .success = report.result { preconditionFailure("accepted for a key that does not exist") }
  for der in report.object?.certificates ?? [] { _ = (try? Certificate(der: der)).map(LeafExtensions.init) }
}

private func parseAssertion(_ bytes: [UInt8]) {
  guard let assertion = try? Assertion(parsing: bytes) else { return }
  let generator = Base64.decode(
    "BGsX0fLhLEJH+Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfU=")
  guard let key = try? P256PublicKey(x963: generator ?? []) else { return }
  let hash = [UInt8](repeating: 1, count: 32)
  guard let signed = try? assertion.verifySignature(clientDataHash: hash, publicKey: key) else { return }
  _ = try? signed.checkCounter(after: 0)
}

private func verifyReceipt(_ bytes: [UInt8]) {
  let expectation = ReceiptExpectation(appIDs: [sampleAppID], arrivedAt: sampleInstant)
  _ = receiptVerifier.report(bytes, against: expectation, at: sampleInstant)
  guard let message = try? SignedMessage(ber: bytes) else { return }
  _ = try? ReceiptFields(ReceiptPayload(parsing: message.unverifiedContent))
}

private func searchClientData(_ bytes: [UInt8]) {
  _ = try? ChallengeRule(challenge: [1, 2, 3], pointer: "/a/0/challenge").check(bytes)
  _ = RFC3339.parse(String(decoding: bytes, as: UTF8.self))
}

private let challengeScope = ChallengeScope(tenant: 1, app: 2, purpose: .assertion)
private let challengeKeys = ChallengeMACKeys([
  ChallengeMACKey(number: 1, bytes: [UInt8](repeating: 7, count: 32), activeFrom: .distantPast)
])

/// A token that opens is one that was made with the service's key. So that the fuzzer comes past the MAC, it also sees each
/// input with the right one.
private func openChallenge(_ bytes: [UInt8]) {
  if let token = ChallengeToken.open(bytes, scope: challengeScope, keys: challengeKeys) {
    precondition(token.bytes == bytes && token.random.count == ChallengeToken.randomLength, "not what was given")
  }
  let length = ChallengeToken.length - ChallengeToken.macLength
  guard bytes.count >= length, let key = challengeKeys.newest else { return }
  let signed = Array(bytes[..<length])
  _ = ChallengeToken.open(
    signed + challengeScope.mac(over: signed, key: key), scope: challengeScope, keys: challengeKeys)
}

/// What the API's reader accepts it also writes, and reads back as the same; and Foundation accepts it too.
private func readJSON(_ bytes: [UInt8]) {
  guard let value = try? JSONReader.read(bytes) else { return }
  let written = JSONWriter.write(value)
  guard let again = try? JSONReader.read(written) else { preconditionFailure("what was written cannot be read") }
  precondition(JSONWriter.write(again) == written, "what was written reads as something else")
  let data = Data(bytes)
  precondition(
    (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil, "Foundation refuses it")
}

/// A change that is accepted can be applied to any policy, and gives one that can be written and read.
private func changePolicy(_ bytes: [UInt8]) {
  guard let change = try? PolicyChange(json: bytes) else { return }
  var base = AppPolicy()
  base.bundleVersion = .oneOf(["1"])
  base.validationCategories = CategoryRule(production: [4], development: [])
  guard let changed = try? change.applied(to: base), let json = try? changed.json else {
    preconditionFailure("a change that was accepted cannot be applied")
  }
  precondition((try? AppPolicy(json: json)) == changed, "a policy does not survive being written")
}
