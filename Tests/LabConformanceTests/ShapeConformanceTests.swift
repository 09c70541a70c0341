import AppAttest
import AppleLab
import Cryptography
import Foundation
import Testing

struct ShapeConformanceTests {
  @Test("an attestation of every shape is accepted with its receipt", arguments: LabShape.allCases)
  func attestation(shape: LabShape) throws {
    let bench = try Bench()
    for encoding in SignedMessageIssuer.Encoding.allCases {
      let device = bench.device(shape, receipt: encoding)
      let key = try device.generateKey()
      let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
      let verified = try bench.report(attestation, shape: shape).result.get()
      #expect(verified.showsExtensions == shape.traits.hasExtensionMap)
      #expect(verified.isMac == (shape == .macOS27))
      #expect(verified.osVersion == shape.traits.system.version)
      #expect(verified.receipt == attestation.receipt)
      let receipt = try bench.report(
        receipt: attestation.receipt, of: attestation, key: key, shape: shape, kind: .attest)
      #expect(try receipt.result.get().fields.riskMetric == nil)
    }
  }

  @Test(
    "a refreshed receipt of every shape is accepted, with its metric and its garbled field 4",
    arguments: LabShape.allCases)
  func refreshed(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let bytes = try device.refreshedReceipt(of: attestation, riskMetric: 3, at: Bench.instant)
    let report = try bench.report(receipt: bytes, of: attestation, key: key, shape: shape, kind: .receipt)
    let fields = try report.result.get().fields
    #expect(fields.riskMetric == 3)
    #expect(fields.notBefore == fields.createdAt + 86_400)
    #expect(fields.clientDataHash != Bench.hash)
  }

  @Test("assertions of every shape are accepted with rising counters", arguments: LabShape.allCases)
  func assertions(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    var key = try device.generateKey()
    for counter in UInt32(1)...3 {
      let assertion = try device.generateAssertion(&key, clientDataHash: Bench.hash)
      let report = try bench.report(assertion, by: key, shape: shape, after: counter - 1, hash: Bench.hash)
      #expect(try report.result.get().signed.counter == counter)
    }
  }
}
