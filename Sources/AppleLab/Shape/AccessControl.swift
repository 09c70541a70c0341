import Cryptography

/// The access control of a key in the secure enclave, as extension 8.6 of the leaf tells it.
public enum AccessControl: Sendable {
  /// As on iPhones since iOS 26.1: every operation is allowed.
  case iOS
  /// Apple's exact value for Macs: signing is allowed in full security only.
  case mac
  /// A Mac whose system integrity protection was off when the key was made.
  case macUnprotected

  /// The content of the innermost OCTET STRING.
  var blob: [UInt8] {
    switch self {
    case .iOS:
      Self.blob(["okd", "oa", "osgn", "odel", "ock"].map { Self.operation($0, Self.allowed) })
    case .mac:
      Self.blob(
        ["ok", "oa", "odel"].map { Self.operation($0, Self.allowed) } + [Self.operation("osgn", Self.secureOnly)])
    case .macUnprotected:
      Self.blob(["ok", "oa", "odel", "osgn"].map { Self.operation($0, Self.allowed) })
    }
  }

  /// The value of the extension: SEQUENCE { [3] { OCTET STRING } }.
  var extensionValue: [UInt8] {
    DEREncoder.sequence([DEREncoder.explicit(3, DEREncoder.octetString(blob))])
  }

  private static let allowed = DEREncoder.element(0xA1, DEREncoder.boolean(true))

  private static var secureOnly: [UInt8] {
    let constraint = DEREncoder.sequence([DEREncoder.explicit(6, DEREncoder.integer(1))])
    return DEREncoder.explicit(0, DEREncoder.utf8String("rsec")) + constraint
  }

  private static func operation(_ name: String, _ rule: [UInt8]) -> [UInt8] {
    DEREncoder.sequence([DEREncoder.utf8String(name), rule])
  }

  private static func blob(_ operations: [[UInt8]]) -> [UInt8] {
    // Version "11", then the operations.
    DEREncoder.element(0x30, DEREncoder.utf8String("11") + DEREncoder.element(0x30, Array(operations.joined())))
  }
}
