import AttestationService
import Cryptography
import Foundation

extension JSONValue {
  static func base64(_ bytes: [UInt8]) -> JSONValue { .text(Base64.encode(bytes)) }

  static func instant(_ instant: Date) -> JSONValue { .text(Timestamp.format(instant)) }
}

extension [JSONMember] {
  /// Adds the member when there is a value.
  mutating func add(_ name: String, _ value: JSONValue?) {
    if let value { append(JSONMember(name, value)) }
  }
}
