/// Why a team's key cannot be taken, or cannot be used.
public enum TeamKeyError: String, Error, Sendable, CaseIterable {
  /// Not a PKCS#8 private key in PEM form, as Apple's `.p8` files are.
  case notPKCS8 = "team_key_not_pkcs8"
  /// A private key, but not on P-256.
  case wrongCurve = "team_key_wrong_curve"
  /// The team is not ten capital letters and digits.
  case badTeam = "team_id_malformed"
  /// The key id is not ten capital letters and digits.
  case badKeyID = "key_id_malformed"
  /// It was sealed under another master key than the one at hand.
  case otherMasterKey = "master_key_does_not_open"
  /// The team has no key here.
  case missing = "team_key_missing"

  /// The stable code.
  public var code: String { rawValue }
}

extension TeamKeyError: CustomStringConvertible {
  /// What is wrong and what to do about it.
  public var description: String {
    switch self {
    case .notPKCS8: "The file is not a PKCS#8 private key: upload the .p8 file as Apple gave it."
    case .wrongCurve: "The key is not on the curve P-256: upload a DeviceCheck key from Apple's developer portal."
    case .badTeam: "A team identifier is ten capital letters and digits."
    case .badKeyID: "A key identifier is ten capital letters and digits."
    case .otherMasterKey: "The master key at hand does not open what is stored: give the one it was sealed for."
    case .missing: "The team has no key: add one with `assay app team-key add`."
    }
  }
}
