import DeviceBits
import Foundation
import Testing

@Suite("Apple's answers about the two bits of a device")
struct DeviceBitsAnswerTests {
  @Test("bits that were set are read with their month")
  func found() {
    let body = #"{"bit0":true,"bit1":false,"last_update_time":"2026-11"}"#
    #expect(answer(200, body) == .bits(TwoBits(bit0: true, bit1: false, lastUpdate: "2026-11")))
  }

  @Test(
    "a device that was never set is a sentence under 200",
    arguments: ["Failed to find bit state", "Bit State Not Found"])
  func neverSet(_ sentence: String) {
    #expect(answer(200, sentence) == .neverSet)
  }

  @Test(
    "anything else under 200 is not read as bits",
    arguments: ["", "{}", #"{"bit0":1,"bit1":0}"#, "<html>not found</html>"])
  func unreadable(_ body: String) {
    #expect(answer(200, body) == .unknown(status: 200))
  }

  @Test("an update is answered by its status alone")
  func updated() {
    let call = DeviceBitsCall.update(bit0: true, bit1: nil)
    #expect(DeviceBitsAnswer(to: call, status: 200, body: []) == .updated)
  }

  @Test(
    "each kind of 400 is told by its sentence",
    arguments: [
      ("Missing or badly formatted device token payload", DeviceBitsRefusal.deviceToken),
      ("Bad Device Token", .deviceToken), ("Bad Bits", .bits), ("Bad Timestamp", .timestamp),
      ("Missing or badly formatted time stamp", .timestamp), ("Bad Authorization Token", .teamKey),
      ("BAD_AUTHENTICATION_TOKEN", .teamKey), ("Bad Payload", .payload), ("", .payload),
    ])
  func badRequests(_ sentence: String, _ refusal: DeviceBitsRefusal) {
    #expect(answer(400, sentence) == .refused(refusal))
  }

  @Test(
    "the other statuses",
    arguments: [
      (401, DeviceBitsAnswer.refused(.teamKey)), (403, .refused(.forbidden)), (405, .unknown(status: 405)),
      (429, .unavailable(status: 429, retryAfterSeconds: 7)), (500, .unavailable(status: 500, retryAfterSeconds: 7)),
      (503, .unavailable(status: 503, retryAfterSeconds: 7)), (302, .unknown(status: 302)),
    ])
  func statuses(_ status: Int, _ expected: DeviceBitsAnswer) {
    #expect(DeviceBitsAnswer(to: .query, status: status, body: [], retryAfterSeconds: 7) == expected)
  }

  private func answer(_ status: Int, _ body: String) -> DeviceBitsAnswer {
    DeviceBitsAnswer(to: .query, status: status, body: [UInt8](body.utf8))
  }
}
