import Cryptography
import Foundation
import Testing

@testable import AppleLab

/// The control port of the lab's Apple, over the wire.
@Suite final class AppleControlTests {
  let server: AppleServer
  let control: AppleControlServer
  let authorities: LabAuthorities
  let key: P256PrivateKey

  init() throws {
    let transport = try LabTransport()
    authorities = try LabAuthorities.create(at: Date())
    server = try AppleServer(authorities: authorities, transport: transport)
    control = try AppleControlServer(server, transport: transport)
    key = try P256PrivateKey()
  }

  deinit {
    control.stop()
    server.stop()
  }

  private func call(_ method: String, _ path: String, _ body: String = "") throws -> CurlExchange {
    try CurlExchange.run(method, control.url + path, rootPEM: server.rootPEM, body: body)
  }

  private func ask(_ receipt: [UInt8]) throws -> CurlExchange {
    let head = Base64.encodeURL([UInt8](#"{"alg":"ES256","kid":"KEYKEYKEY1"}"#.utf8))
    let claims = Base64.encodeURL([UInt8](#"{"iss":"ABCDE12345","iat":\#(Int(Date().timeIntervalSince1970))}"#.utf8))
    let signature = Base64.encodeURL(try key.rawSignature(for: [UInt8]("\(head).\(claims)".utf8)))
    return try CurlExchange.post(
      server.url(.production) + "/v1/attestationData", rootPEM: server.rootPEM,
      authorization: "\(head).\(claims).\(signature)", body: Base64.encode(receipt))
  }

  @Test("a fault is set, counted down and cleared, and the history and the rate tell what happened")
  func faults() throws {
    let point = Base64.encode(key.x963)
    #expect(
      try call("POST", "/keys", #"{"team":"ABCDE12345","key_id":"KEYKEYKEY1","public_key":"\#(point)"}"#).status == 204)
    let device = LabDevice(authorities: authorities, appID: "ABCDE12345.com.example.app", shape: .ios27)
    let receipt = try device.attest(device.generateKey(), clientDataHash: SHA256.hash("x"), at: Date()).receipt
    let sent = #"{"receipt":"\#(Base64.encode(receipt))","device":"phone"}"#
    #expect(try call("POST", "/attestations", sent).status == 204)
    #expect(try call("POST", "/faults", #"{"fault":"status","number":503,"times":1}"#).status == 204)
    #expect(try ask(receipt).status == 503)
    #expect(try ask(receipt).status == 200)
    #expect(try call("POST", "/faults", #"{"fault":"throttle","number":7}"#).status == 204)
    #expect(try ask(receipt).status == 429)
    #expect(try call("DELETE", "/faults").status == 204)
    #expect(try ask(receipt).status == 200)
    let history = try call("GET", "/history").body
    #expect(history.components(separatedBy: #""status":"#).count == 5)
    let rate = try call("GET", "/rate").body
    #expect(rate.contains(#""requests":4"#) && rate.contains(#""seconds":{"#))
    #expect(try call("DELETE", "/history").status == 204)
    #expect(try call("GET", "/rate").body.contains(#""requests":0"#))
  }

  @Test(
    "every fault of the list is known by its name",
    arguments: [
      "status", "throttle", "delay", "half_body", "cut_connection", "silence", "oversize", "redirect", "older_receipt",
      "same_receipt", "fraction_digits", "metric", "definite_lengths", "not_base64", "empty_body",
      LabFault.receiptWrongSigner.rawValue, LabFault.receiptWrongEnvironment.rawValue,
      LabFault.receiptClientHashMangled.rawValue,
    ])
  func names(_ name: String) throws {
    #expect(try call("POST", "/faults", #"{"fault":"\#(name)"}"#).status == 204)
  }

  @Test("a call that makes no sense is refused with a reason")
  func mistakes() throws {
    #expect(try call("POST", "/faults", #"{"fault":"nonsense"}"#).body.contains("there is no fault nonsense"))
    #expect(try call("POST", "/faults", "[]").status == 400)
    #expect(try call("POST", "/clock", "{}").body.contains("advance_seconds is missing"))
    #expect(try call("GET", "/elsewhere").status == 404)
  }
}
