/// How the validation category and the bundle version are judged (Apple's steps 10 and 11; 7 and 8 of an assertion).
public struct ExtensionPolicy: Sendable, Equatable {
  /// What an absent extension means: systems before iOS 27, and apps built with older SDKs, send none.
  public enum Missing: String, Sendable, Codable {
    /// Accepted, unless the key has shown the extension before.
    case missingOK = "missing_ok"
    /// Refused.
    case require
  }

  /// Which validation categories are accepted.
  public enum Categories: Sendable, Equatable {
    /// The category is reported and not judged.
    case notJudged
    /// Only these, by environment.
    case accept(production: Set<UInt32>, development: Set<UInt32>)
  }

  /// Which bundle versions (CFBundleVersion, compared as text) are accepted.
  public enum BundleVersions: Sendable, Equatable {
    /// All.
    case any
    /// Only these.
    case accept(Set<String>)
  }

  /// Which validation categories are accepted.
  public var categories: Categories
  /// Which bundle versions are accepted.
  public var bundleVersions: BundleVersions
  /// What an absent extension means.
  public var missing: Missing

  /// A policy; by default App Store (4) and TestFlight (2) in production, development signing (3) in development.
  public init(
    categories: Categories = .accept(production: [2, 4], development: [3]), bundleVersions: BundleVersions = .any,
    missing: Missing = .missingOK
  ) {
    (self.categories, self.bundleVersions, self.missing) = (categories, bundleVersions, missing)
  }

  enum Verdict {
    case accepted, missing, notAccepted
  }

  /// Judges a category. With `mustShow` an absent one is refused whatever the policy says.
  func judge(category: UInt32?, in environment: AttestationEnvironment, mustShow: Bool) -> Verdict {
    guard let category else { return mustShow || missing == .require ? .missing : .accepted }
    switch categories {
    case .notJudged: return .accepted
    case .accept(let production, let development):
      let accepted = environment == .production ? production : development
      return accepted.contains(category) ? .accepted : .notAccepted
    }
  }

  /// Judges a bundle version. With `mustShow` an absent one is refused whatever the policy says.
  func judge(bundleVersion: String?, mustShow: Bool) -> Verdict {
    guard let bundleVersion else { return mustShow || missing == .require ? .missing : .accepted }
    switch bundleVersions {
    case .any: return .accepted
    case .accept(let versions): return versions.contains(bundleVersion) ? .accepted : .notAccepted
    }
  }
}
