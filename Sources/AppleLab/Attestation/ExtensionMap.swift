import Cryptography

/// The map that ends the authenticator data since iOS 27; a fault changes its entries or its bytes.
struct ExtensionMap {
  typealias Entry = (key: [UInt8], value: [UInt8])

  static let bundleVersionKey = CBORWriter.text("apple_bundle_version_01")
  static let categoryKey = CBORWriter.text("apple_validation_category_01")

  var bundleVersion: String?
  /// The encoded value of the category; nil leaves it out.
  var category: [UInt8]?
  var codeDirectoryHash: [UInt8]?
  /// Further entries, after the others.
  var surplus: [Entry] = []

  init(_ traits: ShapeTraits, bundleVersion: String) {
    self.bundleVersion = bundleVersion
    category = Self.category(traits.category)
    codeDirectoryHash = traits.hasCodeDirectoryHash ? SHA256.hash("code directory of \(bundleVersion)") : nil
  }

  /// A category as Apple writes it: four bytes, the lowest first.
  static func category(_ value: UInt32) -> [UInt8] {
    CBORWriter.bytes(CBORWriter.bigEndian(value).reversed())
  }

  var entries: [Entry] {
    var entries: [Entry] = []
    if let bundleVersion { entries.append((Self.bundleVersionKey, CBORWriter.text(bundleVersion))) }
    if let category { entries.append((Self.categoryKey, category)) }
    if let codeDirectoryHash {
      entries.append((CBORWriter.text("apple_cd_hash_type_01"), CBORWriter.bytes([2])))
      entries.append((CBORWriter.text("apple_cd_hash_hash_01"), CBORWriter.bytes(codeDirectoryHash)))
    }
    return entries + surplus
  }

  var encoded: [UInt8] { CBORWriter.map(entries) }
}
