import Foundation

extension JSONValue {
  /// Takes JSON that this service wrote, so that it can stand inside other JSON; members come in the order of their names.
  init(text: [UInt8]) throws {
    self.init(foundation: try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed))
  }

  private init(foundation value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let bool as Bool: self = .bool(bool)
    case let number as NSNumber: self = .integer(number.int64Value)
    case let list as [Any]: self = .array(list.map(JSONValue.init(foundation:)))
    case let object as [String: Any]:
      self = .object(object.sorted { $0.key < $1.key }.map { ($0.key, JSONValue(foundation: $0.value)) })
    default: self = .null
    }
  }
}
