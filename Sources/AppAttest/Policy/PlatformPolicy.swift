/// Which platforms an app is registered for, and how a Mac is told from the others.
///
/// Apple's rule for Macs (the exact access control blob) must hold for every Mac key and never for another, and a
/// platform that the client names proves nothing. So the registration decides, together with what Apple signed.
public struct PlatformPolicy: Sendable, Equatable {
  /// What to do with an object of an app for Macs and others when nothing signed says which one made it.
  public enum Unknown: String, Sendable, Codable {
    /// Refuse it.
    case refuse
    /// Take it for a device that is not a Mac, as those before iOS 26.1 are.
    case accept
  }

  /// Whether the app is registered for iOS, iPadOS, tvOS, watchOS or visionOS.
  public var devices: Bool
  /// Whether the app is registered for macOS.
  public var mac: Bool
  /// The App IDs of Macs: team and code signing identifier (TN3127). Empty: the app's ordinary App IDs.
  public var macAppIDs: [String]
  /// What to do when nothing says which platform made an object.
  public var unknown: Unknown

  /// A policy; by default for an app without a Mac version.
  public init(devices: Bool = true, mac: Bool = false, macAppIDs: [String] = [], unknown: Unknown = .refuse) {
    (self.devices, self.mac, self.macAppIDs, self.unknown) = (devices, mac, macAppIDs, unknown)
  }
}
