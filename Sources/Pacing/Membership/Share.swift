/// A part of all installations, in parts of a billion: what one installation of a billion can be let in by.
public struct Share: Sendable, Hashable, Comparable {
  /// Parts of a billion, 0 to 1 000 000 000.
  public let parts: Int64

  /// A share in parts of a billion, held between nothing and all.
  public init(parts: Int64) { self.parts = min(max(0, parts), Self.whole) }

  /// A share given as a fraction of one.
  public init(fraction: Double) { self.init(parts: Int64((fraction * Double(Self.whole)).rounded())) }

  /// No installation.
  public static let none = Share(parts: 0)
  /// Every installation.
  public static let all = Share(parts: whole)
  static let whole: Int64 = 1_000_000_000

  /// The share as a fraction of one.
  public var fraction: Double { Double(parts) / Double(Self.whole) }

  /// The smaller share comes first.
  public static func < (left: Share, right: Share) -> Bool { left.parts < right.parts }
}

extension Share: Codable {
  /// Reads parts of a billion.
  public init(from decoder: any Decoder) throws {
    self.init(parts: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes parts of a billion.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(parts)
  }
}
