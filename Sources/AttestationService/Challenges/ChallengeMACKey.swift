import Foundation

/// One of the service keys under which challenges are made. The same on every replica.
struct ChallengeMACKey: Sendable {
  let number: UInt16
  let bytes: [UInt8]
  /// New challenges are made with it from here on; late enough after its creation that every replica knows it by then.
  let activeFrom: Date
}
