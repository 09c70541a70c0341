/// How one app's proofs are judged. Every field has a safe default, so that `{}` is a policy.
public struct AppPolicy: Codable, Sendable, Equatable {
  /// How the client data hash is formed.
  public var clientDataHash = ClientDataHashRule.sha256OfChallengeBytes
  /// Which validation categories are accepted.
  public var validationCategories = CategoryRule()
  /// What a missing extension means.
  public var missingExtension = MissingExtensionRule.missingOk
  /// Which bundle versions are accepted.
  public var bundleVersion = BundleVersionRule.any
  /// How long challenges are valid.
  public var challengeLifetimes = ChallengeLifetimes()
  /// Code signing identifiers of the app's Mac builds, without the team; only for apps registered for macOS.
  public var macSigningIdentifiers: [String] = []
  /// An object of an app for Macs and others of which nothing signed says which one made it.
  public var unknownPlatform = UnknownPlatformRule.refuse
  /// What a missing or bad receipt means.
  public var receipt = ReceiptRule.flag
  /// Where client data given as bytes holds the challenge (RFC 6901).
  public var clientDataChallengePointer = "/challenge"
  /// Only on a lab server.
  public var lab: LabPolicy?

  /// The default policy.
  public init() {}

  enum CodingKeys: String, CodingKey, CaseIterable {
    case clientDataHash = "client_data_hash"
    case validationCategories = "validation_categories"
    case missingExtension = "missing_extension"
    case bundleVersion = "bundle_version"
    case challengeLifetimes = "challenge_lifetimes"
    case macSigningIdentifiers = "mac_signing_identifiers"
    case unknownPlatform = "unknown_platform"
    case receipt
    case clientDataChallengePointer = "client_data_challenge_pointer"
    case lab
  }

  /// Reads a policy; a missing field is the base's (the default unless a policy is being changed), an unknown one is
  /// refused with its name.
  public init(from decoder: any Decoder) throws {
    self = decoder.basePolicy
    let fields = try StrictFields<CodingKeys>(decoder)
    try fields.read(.clientDataHash, into: &clientDataHash)
    try fields.read(.validationCategories, into: &validationCategories)
    try fields.read(.missingExtension, into: &missingExtension)
    try fields.read(.bundleVersion, into: &bundleVersion)
    try fields.read(.challengeLifetimes, into: &challengeLifetimes)
    try fields.read(.macSigningIdentifiers, into: &macSigningIdentifiers)
    try fields.read(.unknownPlatform, into: &unknownPlatform)
    try fields.read(.receipt, into: &receipt)
    try fields.read(.clientDataChallengePointer, into: &clientDataChallengePointer)
    try fields.read(.lab, into: &lab)
    try fields.require(.clientDataChallengePointer, clientDataChallengePointer.hasPrefix("/"))
    try fields.require(.macSigningIdentifiers, macSigningIdentifiers.allSatisfy(AppIdentifier.isSigningIdentifier))
  }
}
