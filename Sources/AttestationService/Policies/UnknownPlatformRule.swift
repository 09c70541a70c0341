/// What it means that nothing Apple signed tells a Mac from another device, as before iOS 26.1. The platform that a client
/// names proves nothing.
public enum UnknownPlatformRule: String, Codable, Sendable, CaseIterable {
  /// Refused.
  case refuse
  /// Taken for a device that is not a Mac.
  case accept
}
