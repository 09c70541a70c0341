public import Cryptography

/// What Apple writes into a credential certificate beside the key.
///
/// The nonce and the access control blob are documented; the rest is not, and serves display and as a second check.
public struct LeafExtensions: Sendable {
  /// The nonce of extension 1.2.840.113635.100.8.2; nil when absent or not exactly the documented structure.
  public let nonce: [UInt8]?
  /// Extension 1.2.840.113635.100.8.6 as it stands; nil when absent.
  public let accessControl: [UInt8]?
  /// The system's version, such as "27.0".
  public let osVersion: String?
  /// The platform's name, such as "iphoneos".
  public let platform: String?
  /// The App ID in clear.
  public let appID: String?

  /// Reads a certificate.
  public init(_ leaf: Certificate) {
    nonce = LeafExtensions.nonce(leaf.extensionValue("1.2.840.113635.100.8.2"))
    accessControl = leaf.extensionValue("1.2.840.113635.100.8.6")
    let system = LeafExtensions.fields(leaf.extensionValue("1.2.840.113635.100.8.7"))
    osVersion = LeafExtensions.text(1400, in: system)
    platform = LeafExtensions.text(1026, in: system)
    appID = LeafExtensions.text(1204, in: LeafExtensions.fields(leaf.extensionValue("1.2.840.113635.100.8.5")))
  }

  /// Whether the key is a Mac's under full security: the whole extension equals the value that Apple published, which
  /// "should never change".
  public var isMacFullSecurity: Bool { accessControl == LeafExtensions.macAccessControl }

  /// Whether Apple signed the name of a platform that is not a Mac.
  var namesOtherPlatform: Bool {
    platform.map { ["iphoneos", "watchos", "appletvos", "xros"].contains($0) } ?? false
  }

  /// Whether Apple signed that a Mac made the key. No real Mac's certificate is published: both spellings are taken.
  var namesMac: Bool { platform == "macosx" || platform == "macos" }

  /// SEQUENCE { [1] { OCTET STRING of 32 bytes } }: 38 bytes, of which the first six are always the same in DER.
  private static func nonce(_ extensionValue: [UInt8]?) -> [UInt8]? {
    guard let extensionValue, extensionValue.count == 38,
      extensionValue.starts(with: [0x30, 0x24, 0xA1, 0x22, 0x04, 0x20])
    else { return nil }
    return Array(extensionValue.suffix(32))
  }

  /// SEQUENCE { [3] { OCTET STRING of Apple's 66 bytes } }.
  private static let macAccessControl: [UInt8] =
    [0x30, 0x46, 0xA3, 0x44, 0x04, 0x42]
    + (Base64.decode("MEAMAjExMDowCQwCb2uhAwEB/zAJDAJvYaEDAQH/MAsMBG9kZWyhAwEB/zAVDARvc2duoAYMBHJzZWMwBaYDAgEB") ?? [])

  private static func fields(_ extensionValue: [UInt8]?) -> [DERElement] {
    extensionValue.flatMap { DERElement.parse($0) }?.children ?? []
  }

  private static func text(_ tag: Int, in fields: [DERElement]) -> String? {
    guard let content = fields.first(where: { $0.isContext(tag) })?.children?.first?.content else { return nil }
    return String(validating: content, as: UTF8.self)
  }
}
