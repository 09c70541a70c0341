import DeviceBits
import Foundation
import Testing

@Suite("Calls of Apple's DeviceCheck service")
struct DeviceBitsCallTests {
  private let instant = Date(timeIntervalSince1970: 1_800_000_000.25)

  @Test("a query carries the token, a name and the time in milliseconds")
  func query() throws {
    let body = try DeviceBitsCall.query.body(deviceToken: [0xfb, 0xff], transactionID: "t-1", at: instant)
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"device_token":"+/8=","timestamp":1800000000250,"transaction_id":"t-1"}"#)
    #expect(DeviceBitsCall.query.path == "/v1/query_two_bits")
  }

  @Test("an update carries only the bits that change")
  func update() throws {
    let call = DeviceBitsCall.update(bit0: nil, bit1: false)
    let body = try call.body(deviceToken: [1], transactionID: "t-2", at: instant)
    #expect(
      String(decoding: body, as: UTF8.self)
        == #"{"bit1":false,"device_token":"AQ==","timestamp":1800000000250,"transaction_id":"t-2"}"#)
    #expect(call.path == "/v1/update_two_bits")
  }
}
