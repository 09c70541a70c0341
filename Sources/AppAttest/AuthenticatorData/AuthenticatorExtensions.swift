public import CBOR

/// Apple's extension map (iOS 27 and later).
public struct AuthenticatorExtensions: Sendable, Equatable {
  /// How the running code was signed and distributed; nil when not given.
  public let validationCategory: UInt32?
  /// The CFBundleVersion; nil when not given.
  public let bundleVersion: String?
  /// Entries that we do not know, kept as they are: Macs have sent some.
  public let unknown: [CBOREntry]

  init(parsing bytes: ArraySlice<UInt8>) throws(AuthenticatorDataError) {
    guard let entries = (try? CBOR.decode(bytes, limits: AuthenticatorExtensions.limits))?.mapValue else {
      throw .extensions
    }
    var (category, version, unknown): (UInt32?, String?, [CBOREntry]) = (nil, nil, [])
    for entry in entries {
      switch entry.key {
      // Apple's steps for attestations use the first spelling; those for assertions the second.
      case .text("apple_validation_category_01"), .text("validationCategory"):
        category = try AuthenticatorExtensions.once(category, AuthenticatorExtensions.category(entry.value))
      case .text("apple_bundle_version_01"), .text("bundleVersion"):
        version = try AuthenticatorExtensions.once(version, entry.value.textValue)
      case .text: unknown.append(entry)
      default: throw .extensions
      }
    }
    (validationCategory, bundleVersion, self.unknown) = (category, version, unknown)
  }

  private static let limits = CBORLimits(bytes: 4096, depth: 4, items: 64)

  /// Both spellings at once could contradict each other.
  private static func once<Value>(_ earlier: Value?, _ value: Value?) throws(AuthenticatorDataError) -> Value {
    guard earlier == nil, let value else { throw .extensions }
    return value
  }

  /// Documented as an unsigned integer; every real object has four little-endian bytes.
  private static func category(_ value: CBORValue) -> UInt32? {
    switch value {
    case .unsigned(let number): UInt32(exactly: number)
    case .bytes(let bytes) where bytes.count == 4: bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    default: nil
    }
  }
}
