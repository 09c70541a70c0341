/// Whether a key may sign.
public enum KeyStatus: String, Sendable, CaseIterable {
  case active
  case revoked

  /// The stable number in the database.
  public var number: Int16 { self == .active ? 1 : 2 }

  init?(number: Int16) {
    guard let found = Self.allCases.first(where: { $0.number == number }) else { return nil }
    self = found
  }
}
