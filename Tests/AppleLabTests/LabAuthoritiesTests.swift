import Cryptography
import Foundation
import Testing

@testable import AppleLab

struct LabAuthoritiesTests {
  @Test("authorities survive the directory, and their keys are for the owner only")
  func directory() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lab = try LabAuthorities.create(at: Date(timeIntervalSince1970: 1_790_000_000))
    try lab.write(to: folder)
    let loaded = try LabAuthorities.load(from: folder)
    #expect(loaded.attestationRoot.certificate.der == lab.attestationRoot.certificate.der)
    #expect(loaded.receiptSigner.key.subjectPublicKeyInfo == lab.receiptSigner.key.subjectPublicKeyInfo)
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix("-key.pem") {
      let path = folder.appendingPathComponent(file).path
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(
    "the instants of receipts have fractions without zeros at their end",
    arguments: [
      (1_606_516_900.46, "2020-11-27T22:41:40.46Z"), (1_606_516_900.501, "2020-11-27T22:41:40.501Z"),
      (1_606_516_900.0, "2020-11-27T22:41:40.0Z"), (1_606_516_900.3, "2020-11-27T22:41:40.3Z"),
    ])
  func receiptTime(seconds: TimeInterval, text: String) {
    #expect(ReceiptTime.text(Date(timeIntervalSince1970: seconds)) == text)
  }

  @Test("a client hash is damaged as Apple damages it")
  func damagedHash() throws {
    // Fields 4 of an ATTEST and a RECEIPT of one real key (iOS 14.2).
    let hash = try #require(Hex.decode("8be65cca515ad097c953967d18d635d86dd78a142ed3d077526bed11c6bec67b"))
    let damaged =
      "efbfbdefbfbd5cefbfbd515ad097efbfbd53efbfbd7d18efbfbd35efbfbd6dd78a142eefbfbdefbfbd77526befbfbd11c6beefbfbd7b"
    #expect(Hex.encode(ReceiptContent.damaged(hash)) == damaged)
  }

  @Test("keys follow from seed and index")
  func derivedKeys() throws {
    #expect(try LabKey(seed: "a", index: 7).keyID == LabKey(seed: "a", index: 7).keyID)
    #expect(try LabKey(seed: "a", index: 7).keyID != LabKey(seed: "a", index: 8).keyID)
    #expect(try LabKey(seed: "a", index: 7).keyID != LabKey(seed: "b", index: 7).keyID)
  }
}
