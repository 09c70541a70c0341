import Foundation

extension DeviceBitsAnswer {
  private struct Found: Decodable {
    let bit0: Bool
    let bit1: Bool
    let last_update_time: String?
  }

  /// Reads an answer: its status, then its body, which is JSON only for bits that were found.
  public init(to call: DeviceBitsCall, status: Int, body: [UInt8], retryAfterSeconds: Int? = nil) {
    switch status {
    case 200: self = Self.success(of: call, body)
    case 400: self = .refused(Self.badRequest(body))
    case 401: self = .refused(.teamKey)
    case 403: self = .refused(.forbidden)
    case 429, 500, 503: self = .unavailable(status: status, retryAfterSeconds: retryAfterSeconds)
    default: self = .unknown(status: status)
    }
  }

  /// A device whose bits were never set is answered with 200 and a sentence, not with JSON.
  private static func success(of call: DeviceBitsCall, _ body: [UInt8]) -> DeviceBitsAnswer {
    guard call == .query else { return .updated }
    if let found = try? JSONDecoder().decode(Found.self, from: Data(body)) {
      return .bits(TwoBits(bit0: found.bit0, bit1: found.bit1, lastUpdate: found.last_update_time))
    }
    let text = words(of: body)
    let isNotFound = text.contains("bit state") && (text.contains("not found") || text.contains("failed to find"))
    return isNotFound ? .neverSet : .unknown(status: 200)
  }

  /// Apple tells the kinds of 400 apart by a sentence. One that is not known is a matter of the payload.
  private static func badRequest(_ body: [UInt8]) -> DeviceBitsRefusal {
    let text = words(of: body)
    if text.contains("authorization") || text.contains("authentication") { return .teamKey }
    if text.contains("device token") { return .deviceToken }
    if text.contains("bits") { return .bits }
    if text.contains("timestamp") || text.contains("time stamp") { return .timestamp }
    return .payload
  }

  private static func words(of body: [UInt8]) -> String {
    String(decoding: body.prefix(1024), as: UTF8.self).lowercased().replacingOccurrences(of: "_", with: " ")
  }
}
