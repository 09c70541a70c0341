/// The validation categories that an app accepts, by environment.
public struct CategoryRule: Codable, Sendable, Equatable {
  /// Accepted with the production environment. App Store (4) and TestFlight (2) unless said otherwise.
  public var production: [UInt32]
  /// Accepted with the development environment. A development identity (3) unless said otherwise.
  public var development: [UInt32]

  /// Names the accepted categories.
  public init(production: [UInt32] = [2, 4], development: [UInt32] = [3]) {
    self.production = production
    self.development = development
  }

  /// The accepted categories of one environment.
  public func accepted(in environment: DeviceEnvironment) -> [UInt32] {
    environment == .production ? production : development
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case production
    case development
  }

  /// Reads the rule; a missing list is the base's, an unknown field is refused.
  public init(from decoder: any Decoder) throws {
    let fields = try StrictFields<CodingKeys>(decoder)
    self = decoder.basePolicy.validationCategories
    try fields.read(.production, into: &production)
    try fields.read(.development, into: &development)
    for category in production + development where !(1...6).contains(category) && category != 10 {
      throw fields.invalid(.production, "categories are 1 to 6 and 10; Apple calls the others inappropriate")
    }
  }
}
