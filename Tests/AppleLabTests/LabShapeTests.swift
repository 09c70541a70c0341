import Cryptography
import Foundation
import Testing

@testable import AppleLab

struct LabShapeTests {
  static let instant = Date(timeIntervalSince1970: 1_790_000_000)

  @Test("the access control of a Mac is Apple's exact value")
  func macAccessControl() {
    let apple = "MEAMAjExMDowCQwCb2uhAwEB/zAJDAJvYaEDAQH/MAsMBG9kZWyhAwEB/zAVDARvc2duoAYMBHJzZWMwBaYDAgEB"
    #expect(Base64.encode(AccessControl.mac.blob) == apple)
  }

  @Test("the access control of an iPhone is the one in Apple's sample")
  func phoneAccessControl() {
    let sample = "3049a3470445304"
    #expect(Hex.encode(AccessControl.iOS.extensionValue).hasPrefix(sample))
    #expect(AccessControl.iOS.extensionValue.count == 75)
  }

  @Test("an iOS 27.0.1 object has as many bytes of authenticator data as a real one")
  func sizes() throws {
    let lab = try LabAuthorities.create(at: Self.instant)
    let device = LabDevice(authorities: lab, appID: "1234567890.com.example.app", shape: .ios27)
    var key = try device.generateKey()
    let hash = SHA256.hash("challenge")
    let plan = device.attestationPlan(for: key, clientDataHash: hash, at: Self.instant)
    #expect(plan.authenticatorData.encoded.count == 164)
    #expect(plan.extensionMap?.encoded.count == 65)
    let assertion = try device.generateAssertion(&key, clientDataHash: hash)
    #expect(assertion.count > 102 + 70)
    #expect(key.counter == 1)
  }

  @Test("every shape makes both objects and both receipts", arguments: LabShape.allCases)
  func everyShape(shape: LabShape) throws {
    let lab = try LabAuthorities.create(at: Self.instant)
    let device = LabDevice(authorities: lab, appID: "1234567890.com.example.app", shape: shape)
    var key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: SHA256.hash("challenge"), at: Self.instant)
    let assertion = try device.generateAssertion(&key, clientDataHash: SHA256.hash("data"))
    let receipt = try device.refreshedReceipt(of: attestation, riskMetric: 3, at: Self.instant)
    #expect(!attestation.object.isEmpty && !assertion.isEmpty && !receipt.isEmpty)
  }
}
