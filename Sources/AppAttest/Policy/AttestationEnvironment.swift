/// Apple's two environments. Keys and receipts of one are never valid in the other.
public enum AttestationEnvironment: String, Sendable, CaseIterable, Codable {
  /// App Store, TestFlight and enterprise builds, and development builds that ask for it.
  case production
  /// Development builds.
  case development

  /// The environment that an AAGUID stands for; nil when it stands for none.
  ///
  /// All sixteen bytes count: a prefix comparison would take a development key for a production one. Apple names two
  /// values for development; every object seen carries `appattestdevelop`.
  public init?(aaguid: [UInt8]) {
    switch aaguid {
    case Array("appattest".utf8) + [UInt8](repeating: 0, count: 7): self = .production
    case Array("appattestdevelop".utf8), Array("appattestsandbox".utf8): self = .development
    default: return nil
    }
  }

  /// The environment that field 7 of a receipt names; nil when it names none.
  public init?(receiptField text: String) {
    switch text {
    case "production": self = .production
    case "sandbox": self = .development
    default: return nil
    }
  }
}
