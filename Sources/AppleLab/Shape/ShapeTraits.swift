public import Cryptography
public import Foundation

/// What distinguishes the objects of one system from another's.
public struct ShapeTraits: Sendable {
  /// The environment, as the authenticator data tells it.
  public var aaguid: LabAAGUID
  /// The flags of both objects.
  public var flags: UInt8
  /// Whether both objects end with an extension map.
  public var hasExtensionMap: Bool
  /// The validation category inside the map.
  public var category: UInt32
  /// Whether the map names the hash of the code directory, as seen on Macs.
  public var hasCodeDirectoryHash = false
  /// The system's version, build and platform, as extension 8.7 tells them.
  public var system: LabSystem
  /// Whether the leaf names the App Attest purpose.
  public var hasExtendedKeyUsage: Bool
  /// Extension 8.6 of the leaf.
  public var accessControl: AccessControl?
  /// From issue to the end of the leaf, in seconds.
  public var leafLifetime: TimeInterval
  /// How this system's receipt came to be encoded.
  public var receiptEncoding: SignedMessageIssuer.Encoding

  /// The environment as field 7 of a receipt tells it.
  public var receiptEnvironment: String {
    if case .production = aaguid { return "production" }
    return "sandbox"
  }

  static let day: TimeInterval = 86_400

  static let ios14 = ShapeTraits(
    aaguid: .production, flags: 0x40, hasExtensionMap: false, category: 0,
    system: LabSystem(version: "14.4", build: nil, platform: nil),
    hasExtendedKeyUsage: false, accessControl: nil, leafLifetime: 2 * day, receiptEncoding: .indefinite)

  static var ios17: ShapeTraits {
    var traits = ios14
    traits.system = LabSystem(version: "17.2.1", build: "21C66", platform: nil)
    traits.leafLifetime = 330 * day
    traits.receiptEncoding = .definite
    return traits
  }

  static var ios26: ShapeTraits {
    var traits = ios14
    traits.system = LabSystem(version: "26.1", build: "23B85", platform: "iphoneos")
    traits.hasExtendedKeyUsage = true
    traits.accessControl = .iOS
    return traits
  }

  static var ios27Beta: ShapeTraits {
    var traits = ios26
    traits.system = LabSystem(version: "27.0", build: "24A325b", platform: "iphoneos")
    traits.hasExtensionMap = true
    traits.category = 4
    return traits
  }

  static var ios27: ShapeTraits {
    var traits = ios27Beta
    traits.system = LabSystem(version: "27.0.1", build: "24A352", platform: "iphoneos")
    traits.flags = 0xC0
    return traits
  }

  static var macOS27: ShapeTraits {
    var traits = ios27
    traits.system = LabSystem(version: "27.0.1", build: "26A354", platform: "macosx")
    traits.accessControl = .mac
    traits.category = 6
    traits.hasCodeDirectoryHash = true
    return traits
  }

  func development(aaguid: LabAAGUID) -> ShapeTraits {
    var traits = self
    traits.aaguid = aaguid
    traits.category = 3
    return traits
  }
}
