import AttestationService
import Foundation
import ReceiptRefresh
import Testing

@Suite struct WebhookRulesTests {
  static let now = Date(timeIntervalSince1970: 1_800_000_000)

  func delivery(attempts: Int = 0, age: TimeInterval = 0) -> WebhookDelivery {
    WebhookDelivery(
      id: 1, webhook: 1, body: "{}", attempts: attempts, createdAt: Self.now.addingTimeInterval(-age))
  }

  func again(_ answer: DeliveryPolicy.Answer, attempts: Int = 0) -> TimeInterval? {
    guard case .again(let at) = DeliveryPolicy().decide(answer, for: delivery(attempts: attempts), at: Self.now) else {
      return nil
    }
    return at.timeIntervalSince(Self.now)
  }

  @Test(
    "any 2xx is delivered, anything else is tried again, 410 is given up", arguments: [200, 204, 299, 300, 400, 500])
  func statuses(_ status: Int) {
    let outcome = DeliveryPolicy().decide(.status(status, retryAfter: nil), for: delivery(), at: Self.now)
    #expect((outcome == .delivered) == (200...299).contains(status))
    #expect(DeliveryPolicy().decide(.status(410, retryAfter: nil), for: delivery(), at: Self.now) == .dead)
  }

  @Test("the waits double from five seconds, spread over their upper half, and are a day at most")
  func backoff() throws {
    for attempt in 0..<15 {
      let full = min(86_400, 5 * pow(2, Double(attempt)))
      let wait = try #require(again(.nothing(code: "timeout"), attempts: attempt))
      #expect((full / 2...full).contains(wait), "attempt \(attempt)")
    }
  }

  @Test("Retry-After is honoured, up to a day")
  func retryAfter() throws {
    #expect(again(.status(429, retryAfter: 600)) == 600)
    #expect(again(.status(503, retryAfter: 1_000_000)) == 86_400)
  }

  @Test("a message is given up after its last attempt, and after three days however often it was tried")
  func giveUp() {
    let policy = DeliveryPolicy()
    #expect(policy.decide(.nothing(code: "timeout"), for: delivery(attempts: 15), at: Self.now) == .dead)
    #expect(policy.decide(.nothing(code: "timeout"), for: delivery(age: 3 * 86_400), at: Self.now) == .dead)
    #expect(
      policy.postpone(delivery(age: 3 * 86_400), until: Self.now.addingTimeInterval(1), at: Self.now) == .dead)
  }

  @Test(
    "an address is https, without credentials, fragment, or this machine's name",
    arguments: [
      ("https://hooks.example.com/assay?x=1", nil), ("https://203.0.113.9:8443/", nil),
      ("http://hooks.example.com/", .notHTTPS), ("ftp://hooks.example.com/", .notHTTPS),
      ("HTTPS://hooks.example.com/", .notHTTPS), ("https://user:secret@hooks.example.com/", .hasCredentials),
      ("https://hooks.example.com/#part", .hasFragment), ("https://localhost/", .local),
      ("https://a.localhost./", .local), ("https:///path", .malformed), ("", .malformed),
      ("https://hooks.example.com/a b", .malformed), ("javascript:alert(1)", .malformed),
    ] as [(String, WebhookAddress.Problem?)])
  func addresses(_ text: String, _ expected: WebhookAddress.Problem?) {
    let found: WebhookAddress.Problem?
    do throws(WebhookAddress.Problem) {
      _ = try WebhookAddress(text)
      found = nil
    } catch { found = error }
    #expect(found == expected)
  }

  @Test("a signature is the one that OpenSSL computes over id, instant and body")
  func signature() throws {
    // printf '%s' 'msg_1.1700000000.{"a":1}' |
    //   openssl dgst -sha256 -mac HMAC -macopt hexkey:000102…1f -binary | base64
    let secret = try #require(WebhookSecret("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
    #expect(
      secret.signature(id: "msg_1", timestamp: 1_700_000_000, body: [UInt8](#"{"a":1}"#.utf8))
        == "v1,AMaOha7DUT/0J0JMycRuYOBSvbx3WtwLd2khXXbaVj4=")
  }
}
