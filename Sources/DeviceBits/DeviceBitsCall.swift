public import Foundation

/// A call of Apple's DeviceCheck service: ask for the two bits of a device, or set them.
///
/// The bits belong to the device and the developer's team. All apps of the team share them, they survive a reinstallation
/// and an erasure of the device, and the last writer wins: there is no compare-and-set.
public enum DeviceBitsCall: Sendable, Equatable {
  /// Ask for both bits.
  case query
  /// Set the bits that are given, and leave the others as they are.
  case update(bit0: Bool?, bit1: Bool?)

  private struct Body: Encodable {
    let device_token: String
    let transaction_id: String
    let timestamp: Int64
    var bit0: Bool?
    var bit1: Bool?
  }

  /// The path at Apple's host.
  public var path: String {
    switch self {
    case .query: "/v1/query_two_bits"
    case .update: "/v1/update_two_bits"
    }
  }

  /// The JSON text to send.
  ///
  /// - Parameters:
  ///   - deviceToken: what the device made; it serves for one request, and for its retries within seconds.
  ///   - transactionID: a name that no other request has.
  ///   - instant: now; Apple refuses a clock that is far off.
  public func body(deviceToken: [UInt8], transactionID: String, at instant: Date) throws -> [UInt8] {
    var body = Body(
      device_token: Data(deviceToken).base64EncodedString(), transaction_id: transactionID,
      timestamp: Int64(instant.timeIntervalSince1970 * 1000))
    if case .update(let bit0, let bit1) = self {
      body.bit0 = bit0
      body.bit1 = bit1
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(body))
  }
}
