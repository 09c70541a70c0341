import AttestationService
import Foundation
import Pacing

extension RequestObject {
  /// A field that is true or false.
  func flag(_ name: String) throws(Refusal) -> Bool {
    guard let flag = try optionalFlag(name) else { throw .missingField(pointer(name)) }
    return flag
  }

  /// A number, whole or not.
  func number(_ name: String) throws(Refusal) -> Double {
    switch value(name) {
    case .integer(let integer): return Double(integer)
    case .number(let number) where number.isFinite: return number
    case nil: throw .missingField(pointer(name))
    default: throw .invalidField(pointer(name), "The field must be a number.")
    }
  }

  /// A pace in requests a second.
  func pace(_ name: String) throws(Refusal) -> PaceRate {
    let number = try number(name)
    guard (0...1_000_000).contains(number) else {
      throw .invalidField(pointer(name), "The field must be a pace from 0 to 1000000 a second.")
    }
    return PaceRate(perSecond: number)
  }

  /// An instant, RFC 3339.
  func optionalInstant(_ name: String) throws(Refusal) -> Microseconds? {
    guard let text = try optionalText(name, bytes: 1...64) else { return nil }
    guard let date = RolloutInstant.parse(text) else {
      throw .invalidField(pointer(name), "The field must be an RFC 3339 instant.")
    }
    return .seconds(date.timeIntervalSince1970)
  }

  /// The objects of a list.
  func objects(_ name: String, fields: [String]) throws(Refusal) -> [RequestObject]? {
    guard let value = value(name) else { return nil }
    guard case .array(let items) = value else { throw .invalidField(pointer(name), "The field must be a list.") }
    var objects: [RequestObject] = []
    for (index, item) in items.enumerated() {
      objects.append(try RequestObject(item, at: "\(pointer(name))/\(index)", fields: fields))
    }
    return objects
  }

  /// A list of texts.
  func texts(_ name: String, atMost limit: Int) throws(Refusal) -> [String]? {
    guard let value = value(name) else { return nil }
    guard case .array(let items) = value, items.count <= limit else {
      throw .invalidField(pointer(name), "The field must be a list of at most \(limit) texts.")
    }
    var texts: [String] = []
    for (index, item) in items.enumerated() {
      guard case .text(let text) = item, (1...128).contains(text.utf8.count) else {
        throw .invalidField("\(pointer(name))/\(index)", "Each item must be a text of 1 to 128 bytes.")
      }
      texts.append(text)
    }
    return texts
  }
}

/// Reads instants with or without fractions of a second.
enum RolloutInstant {
  static func parse(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle()))
  }
}
