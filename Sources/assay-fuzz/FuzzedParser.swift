import AppAttest
import CBOR
import Cryptography
import Foundation

/// The parsers that hostile bytes reach. Each must refuse or accept, and never trap, leak or hang.
enum FuzzedParser: String, CaseIterable {
  case cbor
  case authenticatorData = "authenticator-data"
  case attestation
  case assertion
  case receipt
  case clientData = "client-data"

  var entry: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .cbor: { fuzz($0, $1, decodeCBOR) }
    case .authenticatorData: { fuzz($0, $1, parseAuthenticatorData) }
    case .attestation: { fuzz($0, $1, verifyAttestation) }
    case .assertion: { fuzz($0, $1, parseAssertion) }
    case .receipt: { fuzz($0, $1, verifyReceipt) }
    case .clientData: { fuzz($0, $1, searchClientData) }
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
