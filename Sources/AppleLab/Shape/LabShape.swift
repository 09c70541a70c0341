/// The forms that attestations and assertions have had in the field, by the system that made them.
public enum LabShape: String, CaseIterable, Sendable {
  /// iOS 14: 164 bytes of authenticator data, assertions of 37; no extended key usage, no access control.
  case ios14 = "ios_14"
  /// iOS 17: as iOS 14, with a leaf that lives for most of a year.
  case ios17 = "ios_17"
  /// iOS 26.1 and later: access control in the leaf, extended key usage.
  case ios26 = "ios_26_1"
  /// The betas of iOS 27, and Apple's sample: an extension map while the flags stay 0x40.
  case ios27Beta = "ios_27_beta"
  /// iOS 27.0.1: the extension map and flags 0xC0; 229 bytes, assertions of 102.
  case ios27 = "ios_27_0_1"
  /// macOS 27, Developer ID: exact access control, hash of the code directory, signing identifier as app id.
  case macOS27 = "macos_27"
  /// A development build on iOS 14.
  case ios14Development = "ios_14_development"
  /// A development build on iOS 27.0.1.
  case ios27Development = "ios_27_development"
  /// The AAGUID that one of Apple's articles names, and no real object has shown.
  case ios27Sandbox = "ios_27_sandbox"

  /// What distinguishes the shape.
  public var traits: ShapeTraits {
    switch self {
    case .ios14: .ios14
    case .ios17: .ios17
    case .ios26: .ios26
    case .ios27Beta: .ios27Beta
    case .ios27: .ios27
    case .macOS27: .macOS27
    case .ios14Development: .ios14.development(aaguid: .development)
    case .ios27Development: .ios27.development(aaguid: .development)
    case .ios27Sandbox: .ios27.development(aaguid: .sandbox)
    }
  }
}
