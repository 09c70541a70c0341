import AppAttest

/// An app's policy in the verification core's terms.
extension AppRecord {
  var attestationPolicy: AttestationPolicy {
    AttestationPolicy(
      appIDs: [identifier.text], environments: Set(environments.map(\.core)), extensions: extensionPolicy,
      platforms: platformPolicy)
  }

  static func extensionPolicy(_ policy: AppPolicy) -> ExtensionPolicy {
    let categories = policy.validationCategories
    return ExtensionPolicy(
      categories: .accept(production: Set(categories.production), development: Set(categories.development)),
      bundleVersions: bundleVersions(policy), missing: policy.missingExtension == .require ? .require : .missingOK)
  }

  /// A minimum is not a set: it is judged by `BundleVersionRule` after the core has accepted the rest.
  private static func bundleVersions(_ policy: AppPolicy) -> ExtensionPolicy.BundleVersions {
    if case .oneOf(let list) = policy.bundleVersion { .accept(Set(list)) } else { .any }
  }

  private var platformPolicy: PlatformPolicy {
    PlatformPolicy(
      devices: platforms.contains { $0 != .macos }, mac: platforms.contains(.macos),
      macAppIDs: policy.macSigningIdentifiers.map(identifier.mac),
      unknown: policy.unknownPlatform == .accept ? .accept : .refuse)
  }

  func acceptsBundleVersion(_ shown: String?) -> Bool { shown.map(policy.bundleVersion.accepts) ?? true }
}

extension DeviceEnvironment {
  var core: AttestationEnvironment { self == .production ? .production : .development }

  init(_ core: AttestationEnvironment) { self = core == .production ? .production : .development }
}
