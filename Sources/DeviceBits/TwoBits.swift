/// The two bits of a device, as its team has set them.
public struct TwoBits: Sendable, Equatable, Codable {
  /// The first bit.
  public let bit0: Bool
  /// The second bit.
  public let bit1: Bool
  /// The month of the last change, `YYYY-MM`; Apple keeps no finer time.
  public let lastUpdate: String?

  /// Two bits.
  public init(bit0: Bool, bit1: Bool, lastUpdate: String?) {
    self.bit0 = bit0
    self.bit1 = bit1
    self.lastUpdate = lastUpdate
  }
}
