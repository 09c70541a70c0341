import Cryptography
import FoundationEssentials

/// One function for each step after the container. Each refuses for one reason.
struct ReceiptRules {
  let fields: ReceiptFields
  let expectation: ReceiptExpectation

  /// Step 4: "Verify that the receipt contains your app's App ID."
  func checkAppID() throws(ReceiptRefusal) {
    guard expectation.appIDs.contains(fields.appID) else { throw .appIDMismatch }
  }

  /// Step 5: "Verify that the receipt's creation time is no more than five minutes old." And no more than five
  /// minutes ahead, because clocks differ.
  func checkCreationTime() throws(ReceiptRefusal) {
    guard let arrivedAt = expectation.arrivedAt else { return }
    guard abs(fields.createdAt.timeIntervalSince(arrivedAt)) <= ReceiptVerifier.freshness else { throw .notFresh }
  }

  /// Step 6: "Verify that the attested public key in the receipt matches the one that you stored."
  func checkPublicKey() throws(ReceiptRefusal) {
    guard let key = expectation.publicKey else { return }
    guard fields.publicKey == key else { throw .publicKeyMismatch }
  }

  func checkType() throws(ReceiptRefusal) {
    guard let kind = expectation.kind else { return }
    guard fields.kind == kind else { throw .wrongType }
  }

  func checkEnvironment() throws(ReceiptRefusal) {
    guard let environment = expectation.environment, let stated = fields.environment else { return }
    guard stated == environment else { throw .wrongEnvironment }
  }

  func checkClientDataHash() throws(ReceiptRefusal) {
    guard fields.kind == .attest, let expected = expectation.clientDataHash else { return }
    guard let hash = fields.clientDataHash, constantTimeEquals(hash, expected) else { throw .clientDataHashMismatch }
  }

  func checkRiskMetric() throws(ReceiptRefusal) {
    guard fields.kind == .receipt else { return }
    guard let metric = fields.riskMetric, metric >= 1 else { throw .metricMissing }
  }
}
