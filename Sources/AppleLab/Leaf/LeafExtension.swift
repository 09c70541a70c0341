import Cryptography

/// The extensions that Apple puts into a credential certificate.
enum LeafExtension {
  /// The purpose of the leaf, in the extended key usage since February 2026.
  static let purpose = "1.2.840.113635.100.4.24"
  static let nonce = "1.2.840.113635.100.8.2"
  static let keyOwner = "1.2.840.113635.100.8.5"
  static let accessControl = "1.2.840.113635.100.8.6"
  static let system = "1.2.840.113635.100.8.7"

  /// Extension 8.2: SEQUENCE { [1] { OCTET STRING } }.
  static func nonceValue(_ nonce: [UInt8]) -> [UInt8] {
    DEREncoder.sequence([DEREncoder.explicit(1, DEREncoder.octetString(nonce))])
  }

  /// Extension 8.5: [1204] is the app id; the rest has no published meaning and is copied from real leaves.
  static func owner(_ appID: String, _ system: LabSystem) -> [UInt8] {
    let isRecent = system.platform != nil
    let flag = isRecent ? 0 : 1
    return DEREncoder.sequence([
      number(4, 10), number(1200, flag), number(1201, 0), number(1202, flag), number(1203, flag),
      text(1204, appID), isRecent ? [] : text(5, "sks "), number(1206, isRecent ? 4 : 5), number(1207, 0),
      number(1209, 0), number(1210, 0), isRecent ? number(1211, 0) + number(10, 0) : [],
    ])
  }

  /// Extension 8.7: [1400] is the version of the system, [1403] its build, [1026] its platform.
  static func value(of system: LabSystem) -> [UInt8] {
    guard let build = system.build else { return DEREncoder.sequence([text(1400, system.version)]) }
    guard let platform = system.platform else {
      return DEREncoder.sequence([
        text(1400, system.version), text(1403, build), text(1405, system.version), number(1406, 0),
      ])
    }
    return DEREncoder.sequence([
      text(1400, system.version), number(1104, 2), text(1401, "1.0.216"), text(1403, build),
      text(1404, system.version), text(1405, system.version), number(1406, 0), number(1412, 1),
      text(1026, platform),
    ])
  }

  private static func number(_ tag: UInt, _ value: Int) -> [UInt8] {
    DEREncoder.explicit(tag, DEREncoder.integer(value))
  }

  private static func text(_ tag: UInt, _ value: String) -> [UInt8] {
    DEREncoder.explicit(tag, DEREncoder.octetString([UInt8](value.utf8)))
  }
}
