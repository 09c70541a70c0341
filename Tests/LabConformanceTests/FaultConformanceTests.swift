import AppAttest
import AppleLab
import Cryptography
import Foundation
import Testing

struct FaultConformanceTests {
  static let macFaults: Set<LabFault> = [.accessControlWrong, .accessControlMissing]

  @Test("the faults of the lab and the refusals of the verifier are the same list")
  func lists() {
    let receipts = FaultTables.faults(of: .attestationReceipt).union(FaultTables.faults(of: .refreshedReceipt))
    #expect(Set(FaultTables.attestation.keys) == FaultTables.faults(of: .attestation))
    #expect(Set(FaultTables.assertion.keys) == FaultTables.faults(of: .assertion))
    #expect(Set(FaultTables.clientData.keys) == FaultTables.faults(of: .clientData))
    #expect(Set(FaultTables.receipt.keys) == receipts)
    #expect(Set(FaultTables.attestation.values) == Set(AttestationRefusal.allCases))
    #expect(Set(FaultTables.assertion.values).union(FaultTables.clientData.values) == Set(AssertionRefusal.allCases))
    #expect(Set(FaultTables.receipt.values) == Set(ReceiptRefusal.allCases))
  }

  @Test("each fault in an attestation is refused for its own reason", arguments: FaultTables.attestation.keys.sorted())
  func attestation(fault: LabFault) throws {
    let bench = try Bench()
    let shape: LabShape = Self.macFaults.contains(fault) ? .macOS27 : .ios27
    let device = bench.device(shape)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant, fault: fault)
    let report = bench.report(attestation, shape: shape, fault: fault)
    #expect(throws: try #require(FaultTables.attestation[fault])) { try report.result.get() }
  }

  @Test("each fault in an assertion is refused for its own reason", arguments: FaultTables.assertion.keys.sorted())
  func assertion(fault: LabFault) throws {
    let bench = try Bench()
    let device = bench.device(.ios27)
    var key = try device.generateKey()
    key.counter = 5
    let assertion = try device.generateAssertion(&key, clientDataHash: Bench.hash, fault: fault)
    let hash = fault == .clientDataHashShort ? Array(Bench.hash.prefix(8)) : Bench.hash
    let report = try bench.report(assertion, by: key, shape: .ios27, after: 5, hash: hash)
    #expect(throws: try #require(FaultTables.assertion[fault])) { try report.result.get() }
  }

  @Test("each fault in client data is refused for its own reason", arguments: FaultTables.clientData.keys.sorted())
  func clientData(fault: LabFault) throws {
    let rule = ChallengeRule(challenge: Bench.challenge)
    #expect(throws: try #require(FaultTables.clientData[fault])) {
      try rule.check(LabClientData.make(challenge: Bench.challenge, fault: fault))
    }
    #expect(throws: Never.self) { try rule.check(LabClientData.make(challenge: Bench.challenge)) }
  }

  @Test(
    "each fault in a receipt is refused for its own reason, and leaves the attestation's verdict alone",
    arguments: FaultTables.faults(of: .attestationReceipt).sorted())
  func attestationReceipt(fault: LabFault) throws {
    let bench = try Bench()
    let device = bench.device(.ios27)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant, fault: fault)
    let report = try bench.report(
      receipt: attestation.receipt, of: attestation, key: key, shape: .ios27, kind: .attest)
    #expect(throws: try #require(FaultTables.receipt[fault])) { try report.result.get() }
    if fault != .receiptTooLarge {
      #expect(throws: Never.self) { try bench.report(attestation, shape: .ios27).result.get() }
    }
  }

  @Test(
    "each fault in a refreshed receipt is refused for its own reason",
    arguments: FaultTables.faults(of: .refreshedReceipt).sorted())
  func refreshedReceipt(fault: LabFault) throws {
    let bench = try Bench()
    let device = bench.device(.ios27)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let bytes = try device.refreshedReceipt(of: attestation, riskMetric: 2, at: Bench.instant, fault: fault)
    let report = try bench.report(receipt: bytes, of: attestation, key: key, shape: .ios27, kind: .receipt)
    #expect(throws: try #require(FaultTables.receipt[fault])) { try report.result.get() }
  }
}

extension LabFault: Comparable {
  /// By name.
  public static func < (left: LabFault, right: LabFault) -> Bool { left.rawValue < right.rawValue }
}
