import Cryptography
import Foundation

/// One of the service keys under which challenges are made. The same on every replica.
struct ChallengeMACKey: Sendable {
  let number: UInt16
  /// New challenges are made with it from here on; late enough after its creation that every replica knows it by then.
  let activeFrom: Date
  private let key: HMACSHA256Key

  init(number: UInt16, bytes: [UInt8], activeFrom: Date) {
    self.number = number
    self.activeFrom = activeFrom
    key = HMACSHA256Key(bytes)
  }

  func authenticate(_ message: [UInt8]) -> [UInt8] { key.authenticate(message) }
}
