public import DeviceBits
import Foundation

/// How a call of Apple's two-bit service ended, as it is handed from the worker to whoever asked.
public enum DeviceBitsOutcome: Sendable, Equatable {
  /// Apple answered.
  case answered(DeviceBitsAnswer)
  /// Nothing was sent, because the team's key cannot be used.
  case unusableKey(code: String)
  /// The call went out and no answer came.
  case unreachable

  private struct Record: Codable {
    var answer: String
    var code: String?
    var status: Int?
    var retry_after: Int?
    var bits: TwoBits?
  }

  /// Whether Apple has set the bits.
  public var isUpdated: Bool { self == .answered(.updated) }

  /// The JSON text under which it is kept for those seconds.
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(record), as: UTF8.self) }
  }

  /// Reads what `json` writes. Throws `DamagedRecord`.
  init(json: String) throws {
    guard let record = try? JSONDecoder().decode(Record.self, from: Data(json.utf8)), let outcome = Self.read(record)
    else { throw DamagedRecord("device_bits_calls.answer") }
    self = outcome
  }

  private var record: Record {
    switch self {
    case .unreachable: Record(answer: "unreachable")
    case .unusableKey(let code): Record(answer: "unusable_key", code: code)
    case .answered(.bits(let bits)): Record(answer: "bits", bits: bits)
    case .answered(.neverSet): Record(answer: "never_set")
    case .answered(.updated): Record(answer: "updated")
    case .answered(.refused(let refusal)): Record(answer: "refused", code: refusal.rawValue)
    case .answered(.unavailable(let status, let seconds)):
      Record(answer: "unavailable", status: status, retry_after: seconds)
    case .answered(.unknown(let status)): Record(answer: "unknown", status: status)
    }
  }

  private static func read(_ record: Record) -> DeviceBitsOutcome? {
    switch record.answer {
    case "unreachable": .unreachable
    case "unusable_key": record.code.map { .unusableKey(code: $0) }
    case "bits": record.bits.map { .answered(.bits($0)) }
    case "never_set": .answered(.neverSet)
    case "updated": .answered(.updated)
    case "refused": record.code.flatMap(DeviceBitsRefusal.init).map { .answered(.refused($0)) }
    case "unavailable":
      record.status.map { .answered(.unavailable(status: $0, retryAfterSeconds: record.retry_after)) }
    case "unknown": record.status.map { .answered(.unknown(status: $0)) }
    default: nil
    }
  }
}
