import Foundation

/// Real objects that stand beside the checkout: in `shared/corpus`, in the package's folder or one above it.
struct RealObjects: Decodable {
  struct Attestation: Decodable {
    let id: String
    let appID: String?
    let keyID: String?
    let aaguid: String?
    let verifyAt: String?
    let clientDataHash: String?
    let verdict: String
    let receiptVerdict: String?
    let base64: String

    enum CodingKeys: String, CodingKey {
      case id, aaguid, verdict, base64
      case appID = "app_id"
      case keyID = "key_id"
      case verifyAt = "verify_at"
      case clientDataHash = "client_data_hash_hex"
      case receiptVerdict = "receipt_verdict"
    }
  }

  struct Assertion: Decodable {
    let id: String
    let appID: String?
    let clientData: String?
    let spki: String?
    let counter: UInt32?
    let verdict: String
    let base64: String

    enum CodingKeys: String, CodingKey {
      case id, counter, verdict, base64
      case appID = "app_id"
      case clientData = "client_data"
      case spki = "public_key_spki_b64"
    }
  }

  struct Receipt: Decodable {
    let id: String
    let appID: String?
    let verifyAt: String?
    let created: String?
    let verdict: String
    let clientHash: String?
    let base64: String

    enum CodingKeys: String, CodingKey {
      case id, created, verdict, base64
      case appID = "app_id"
      case verifyAt = "verify_at"
      case clientHash = "client_hash_hex"
    }
  }

  let attestations: [Attestation]
  let assertions: [Assertion]
  let receipts: [Receipt]

  /// The objects; nil when the folder is not there.
  static func load() throws -> RealObjects? {
    for folder in [Fixture.root, Fixture.root.deletingLastPathComponent()] {
      let file = folder.appending(path: "shared/corpus/real-objects.json")
      if let data = try? Data(contentsOf: file) { return try JSONDecoder().decode(RealObjects.self, from: data) }
    }
    print("real objects: no shared/corpus beside this checkout, so none of them ran")
    return nil
  }
}
