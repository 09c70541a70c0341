import Cryptography
import Foundation
import Testing

@testable import AppleLab

/// The simulated Apple, seen by a client that shares no code with it.
@Suite final class AppleServerTests {
  static let appID = "ABCDE12345.com.example.app"
  let authorities: LabAuthorities
  let server: AppleServer
  let key: P256PrivateKey
  let attestation: LabAttestation

  init() throws {
    authorities = try LabAuthorities.create(at: Date())
    server = try AppleServer(authorities: authorities, transport: try LabTransport())
    key = try P256PrivateKey()
    try server.trust(team: "ABCDE12345", keyID: "KEYKEYKEY1", publicKey: key.x963)
    let device = LabDevice(authorities: authorities, appID: Self.appID, shape: .ios27)
    attestation = try device.attest(device.generateKey(), clientDataHash: SHA256.hash("challenge"), at: Date())
    server.attested(attestation, device: "phone", at: Date())
  }

  deinit {
    server.stop()
  }

  func token(team: String = "ABCDE12345", issuedAt: Date = Date()) throws -> String {
    let head = Base64.encodeURL([UInt8](#"{"alg":"ES256","kid":"KEYKEYKEY1"}"#.utf8))
    let claims = Base64.encodeURL([UInt8](#"{"iss":"\#(team)","iat":\#(Int(issuedAt.timeIntervalSince1970))}"#.utf8))
    let signature = Base64.encodeURL(try key.rawSignature(for: [UInt8]("\(head).\(claims)".utf8)))
    return "\(head).\(claims).\(signature)"
  }

  func post(_ receipt: [UInt8], host: AppleHost = .production, authorization: String? = nil) throws -> CurlExchange {
    try CurlExchange.post(
      server.url(host) + "/v1/attestationData", rootPEM: server.rootPEM,
      authorization: try authorization ?? token(), body: Base64.encode(receipt))
  }

  @Test("a receipt is exchanged over HTTP/2 for a newer one with the device's metric, and not again for a day")
  func exchange() throws {
    let other = LabDevice(authorities: authorities, appID: Self.appID, shape: .ios27)
    server.attested(
      try other.attest(other.generateKey(), clientDataHash: SHA256.hash("x"), at: Date()), device: "phone", at: Date())
    let answer = try post(attestation.receipt)
    #expect(answer.status == 200)
    let renewed = try #require(Base64.decode(answer.body))
    let read = try #require(SubmittedReceipt(renewed))
    #expect(!read.isFirst && read.content.token == attestation.receiptContent.token)
    #expect(renewed.contains([UInt8]("RECEIPT".utf8)))
    #expect(try post(renewed).status == 304)
    server.advance(by: 86_401)
    #expect(try post(renewed, authorization: token(issuedAt: server.now)).status == 200)
    #expect(server.history.map(\.status) == [200, 304, 200])
  }

  @Test("the device is forgotten after thirty days and known again after it attests again")
  func memory() throws {
    server.advance(by: 31 * 86_400)
    #expect(try post(attestation.receipt, authorization: token(issuedAt: server.now)).status == 404)
    let device = LabDevice(authorities: authorities, appID: Self.appID, shape: .ios27)
    let again = try device.attest(device.generateKey(), clientDataHash: SHA256.hash("y"), at: server.now)
    server.attested(again, device: "phone", at: server.now)
    #expect(try post(attestation.receipt, authorization: token(issuedAt: server.now)).status == 200)
  }

  @Test("a token is bare, fresh, of the receipt's team and signed by a known key")
  func tokens() throws {
    for wrong in [
      "Bearer \(try token())", try token(team: "ZZZZZ12345"), try token(issuedAt: Date(timeIntervalSinceNow: -4_000)),
      "nonsense",
    ] {
      #expect(try post(attestation.receipt, authorization: wrong).status == 401)
    }
    server.distrust(team: "ABCDE12345", keyID: "KEYKEYKEY1")
    #expect(try post(attestation.receipt).status == 401)
  }

  @Test(
    "a production receipt at the development host is the wrong environment, and bytes that are no receipt a bad payload"
  )
  func badRequests() throws {
    let answer = try post(attestation.receipt, host: .development)
    #expect(answer.status == 400 && answer.body == "Incorrect Environment")
    let nonsense = try post([1, 2, 3])
    #expect(nonsense.status == 400 && nonsense.body == "Bad Payload")
  }

  @Test(
    "faults happen as often as they are asked for, and then no more",
    arguments: [
      (AppleFault.status(503, body: "", retryAfter: nil), 503, Int32(0)), (.redirect("https://example.com/"), 302, 0),
      (.status(429, body: "", retryAfter: 7), 429, 0), (.halfBody, 0, 92), (.cutConnection, 0, 92),
    ])
  func faults(fault: AppleFault, status: Int, exitCode: Int32) throws {
    server.add(FaultRule(fault, times: 1))
    let answer = try post(attestation.receipt)
    #expect(answer.status == status)
    #expect((answer.exitCode != 0) == (exitCode != 0))
    server.clearHistory()
    #expect(try post(attestation.receipt).status == 200)
    #expect(server.requestCount == 1)
  }
}
