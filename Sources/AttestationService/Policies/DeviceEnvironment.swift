/// Apple's two worlds. Keys, receipts and counts never cross from one to the other.
public enum DeviceEnvironment: String, Codable, Sendable, CaseIterable, Comparable {
  case production
  case development

  /// The stable number in the database.
  public var number: Int16 { self == .production ? 1 : 2 }

  /// The environment of a number in the database.
  public init?(number: Int16) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }

  /// Production first.
  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
