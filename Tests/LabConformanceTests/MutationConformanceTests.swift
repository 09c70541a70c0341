import AppAttest
import AppleLab
import Cryptography
import Foundation
import MutationTestSupport
import Testing

/// Every byte of the lab's objects changed, and every beginning of them: no mutant of a signed part may be
/// accepted, none may trap, and none may take long.
struct MutationConformanceTests {
  @Test("no mutant of an attestation is accepted, its receipt apart", arguments: LabShape.allCases)
  func attestation(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let receipt = try #require(attestation.object.firstRange(of: attestation.receipt))
    let verifier = AttestationVerifier(anchors: bench.anchors)
    let expectation = AttestationVerifier.Expectation(
      keyID: key.keyID, clientDataHash: Bench.hash, policy: Bench.policy(for: shape))
    // Inside the receipt any content is accepted, and each takes a whole verification: its ends stand for it.
    let inside = receipt.dropFirst(2).dropLast(2)
    let offsets = attestation.object.indices.filter { !inside.contains($0) }
    let outcome = MutationRunner.single.run(attestation.object, at: offsets) { mutant in
      (try? verifier.verify(mutant, against: expectation, at: Bench.instant)) != nil
    }
    #expect(outcome.accepted == Set(receipt).subtracting(inside))
    #expect(outcome.slow.isEmpty, "\(outcome.slow.sorted()), \(outcome.slowest)")
  }

  @Test("no mutant and no beginning of an assertion is accepted", arguments: LabShape.allCases)
  func assertion(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    var key = try device.generateKey()
    let assertion = try device.generateAssertion(&key, clientDataHash: Bench.hash)
    let outcome = MutationRunner.standard.run(assertion) { mutant in
      let report = try? bench.report(mutant, by: key, shape: shape, after: 0, hash: Bench.hash)
      return report.map { (try? $0.result.get()) != nil } ?? false
    }
    #expect(outcome.accepted.isEmpty, "\(outcome.accepted.sorted())")
    #expect(outcome.slow.isEmpty, "\(outcome.slow.sorted()), \(outcome.slowest)")
  }

  @Test("no mutant of a signed part of a receipt is accepted", arguments: SignedMessageIssuer.Encoding.allCases)
  func receipt(encoding: SignedMessageIssuer.Encoding) throws {
    let bench = try Bench()
    let device = bench.device(.ios27, receipt: encoding)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let bytes = attestation.receipt
    let verifier = ReceiptVerifier(anchors: bench.anchors)
    let expectation = ReceiptExpectation(
      appIDs: [Bench.appID], publicKey: try P256PublicKey(x963: key.privateKey.x963), kind: .attest,
      environment: .production, clientDataHash: attestation.clientDataHash, arrivedAt: Bench.instant)
    let outcome = MutationRunner.standard.run(bytes) { mutant in
      (try? verifier.verify(mutant, against: expectation, at: Bench.instant)) != nil
    }
    let unsigned = try unsignedParts(of: bytes, bench.authorities)
    #expect(outcome.accepted.subtracting(unsigned).isEmpty, "\(outcome.accepted.subtracting(unsigned).sorted())")
    #expect(outcome.slow.isEmpty, "\(outcome.slow.sorted()), \(outcome.slowest)")
  }

  /// The offsets outside the content, the two certificates that count, and the signature: the framing of the message,
  /// and the root, which is never taken from the message.
  private func unsignedParts(of receipt: [UInt8], _ authorities: LabAuthorities) throws -> Set<Int> {
    let signer = try #require(receipt.firstRange(of: authorities.receiptSigner.certificate.der))
    let authority = try #require(receipt.firstRange(of: authorities.receiptAuthority.certificate.der))
    let content = try #require(receipt.firstRange(of: [UInt8]("1234567890.com.example.app".utf8))).lowerBound
    let signature = receipt.count - 64
    // Between two segments of 1000 bytes stands the header of the second.
    let first = receipt.firstRange(of: [0x24, 0x80, 0x04, 0x82, 0x03, 0xE8])
    let header = first.map { Set($0.upperBound + 1000..<$0.upperBound + 1004) } ?? []
    return Set(receipt.indices).subtracting(signer).subtracting(authority)
      .subtracting(content..<(signer.lowerBound - 64)).subtracting(signature..<(receipt.count - 8))
      .union(header)
  }
}
