import AppAttest
import Cryptography

/// What an attestation says of itself.
enum AttestationFacts {
  static func list(_ object: AttestationObject, isCategoryJudged: Bool = true) -> [VerdictPage.Fact] {
    typealias Fact = VerdictPage.Fact
    let data = object.authenticatorData
    let leaf = object.certificates.first.flatMap { try? Certificate(der: $0) }
    let category = data.extensions?.validationCategory
    return [
      Fact(title: "Key ID", key: "key_id", value: .string(Base64.encode(object.credential.credentialID))),
      Fact(title: "Public key", key: "public_key", value: .string(Base64.encode(object.credential.publicKey.x963))),
      Fact(title: "Environment", key: "environment", value: JSONValue(environment(object)?.rawValue)),
      Fact(title: "Counter", key: "counter", value: JSONValue(data.counter)),
      Fact(
        title: "Validation category", key: "validation_category", value: JSONValue(category),
        note: category.map { CategoryText.name($0) + (isCategoryJudged ? "" : ", shown and not judged") }),
      Fact(title: "Bundle version", key: "bundle_version", value: JSONValue(data.extensions?.bundleVersion)),
      Fact(title: "OS version", key: "os_version", value: JSONValue(leaf.flatMap { LeafExtensions($0).osVersion })),
    ]
  }

  static func environment(_ object: AttestationObject) -> AttestationEnvironment? {
    AttestationEnvironment(aaguid: object.credential.aaguid)
  }
}
