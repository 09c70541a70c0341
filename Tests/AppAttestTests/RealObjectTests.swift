import AppAttest
import Cryptography
import Foundation
import Testing

@Suite("Real objects from public projects")
struct RealObjectTests {
  @Test("each attestation and its receipt get their own stated verdicts at their own instant")
  func attestations() throws {
    guard let objects = try RealObjects.load()?.attestations else { return }
    let (verifier, receipts) = (AttestationVerifier(), ReceiptVerifier())
    var ranReceipts = 0
    for object in objects {
      let bytes = Base64.decode(object.base64) ?? [UInt8](object.base64.utf8)
      guard object.verdict == "ACCEPT" else {
        #expect(throws: AttestationRefusal.self, "\(object.id)") { try AttestationObject(parsing: bytes) }
        continue
      }
      let instant = try Fixture.instant(try #require(object.verifyAt))
      let expectation = AttestationVerifier.Expectation(
        keyID: Base64.decode(object.keyID ?? "") ?? [], clientDataHash: Hex.decode(object.clientDataHash ?? "") ?? [],
        policy: AttestationPolicy(appIDs: [object.appID ?? ""], environments: [.production, .development]))
      let report = verifier.report(bytes, against: expectation, at: instant)
      let verified = try #require(try? report.result.get(), "\(object.id): \(report.failedStep ?? "")")
      let receipt = receipts.report(
        verified.receipt, against: ReceiptExpectation(of: verified, arrivedAt: instant), at: instant)
      let accepted = (try? receipt.result.get()) != nil
      #expect(accepted == (object.receiptVerdict == "ACCEPT"), "\(object.id): \(receipt.failedStep ?? "")")
      ranReceipts += 1
    }
    print("real objects: \(objects.count) attestations and \(ranReceipts) receipts inside them ran")
    #expect(!objects.isEmpty)
  }

  @Test("each assertion gets its stated verdict, and is refused for an equal counter and for changed client data")
  func assertions() throws {
    guard let objects = try RealObjects.load()?.assertions else { return }
    for object in objects {
      let bytes = Base64.decode(object.base64) ?? [UInt8](object.base64.utf8)
      guard object.verdict == "ACCEPT" else {
        #expect(throws: AssertionRefusal.self, "\(object.id)") { try Assertion(parsing: bytes) }
        continue
      }
      let counter = try #require(object.counter)
      let text = try #require(object.clientData)
      func expectation(after last: UInt32, _ text: String) throws -> AssertionVerifier.Expectation {
        AssertionVerifier.Expectation(
          publicKey: try P256PublicKey(spki: try #require(Base64.decode(object.spki ?? ""))),
          key: SignedAssertion.KeyRecord(
            rpIDHash: SHA256.hash(object.appID ?? ""), counter: last, environment: .development,
            mustShowExtensions: false),
          signed: .unchallenged([UInt8](text.utf8)), policy: ExtensionPolicy())
      }
      let verified = try AssertionVerifier.verify(bytes, against: expectation(after: counter - 1, text))
      #expect(verified.signed.counter == counter)
      #expect(throws: AssertionRefusal.counterNotGreater) {
        try AssertionVerifier.verify(bytes, against: expectation(after: counter, text))
      }
      #expect(throws: AssertionRefusal.signatureInvalid) {
        try AssertionVerifier.verify(bytes, against: expectation(after: 0, text + " "))
      }
    }
    print("real objects: \(objects.count) assertions ran")
  }

  @Test("each receipt gets its stated verdict at its own instant")
  func receipts() throws {
    guard let objects = try RealObjects.load()?.receipts else { return }
    let verifier = ReceiptVerifier()
    for object in objects {
      let bytes = try #require(Base64.decode(object.base64))
      let instant = try Fixture.instant(try #require(object.created)).addingTimeInterval(30)
      let expectation = ReceiptExpectation(
        appIDs: [object.appID ?? ""], environment: .development,
        clientDataHash: Hex.decode(object.clientHash ?? ""), arrivedAt: instant)
      let report = verifier.report(bytes, against: expectation, at: instant)
      let accepted = (try? report.result.get()) != nil
      #expect(accepted == (object.verdict == "ACCEPT"), "\(object.id): \(report.failedStep ?? "")")
      let late = ReceiptExpectation(
        appIDs: [object.appID ?? ""], arrivedAt: instant.addingTimeInterval(ReceiptVerifier.freshness))
      #expect(throws: ReceiptRefusal.notFresh) { try verifier.verify(bytes, against: late, at: instant) }
    }
    print("real objects: \(objects.count) receipts ran")
  }
}
