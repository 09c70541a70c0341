import AppAttest
import AppleLab
import Cryptography
import Foundation
import Testing

/// One bit of every byte of the lab's objects changed: no mutant of a signed part may be accepted.
struct MutationConformanceTests {
  /// The offsets of the mutants that were accepted, out of those asked about.
  private func accepted(_ object: [UInt8], at offsets: [Int], by accepts: ([UInt8]) -> Bool) -> [Int] {
    var mutant = object
    return offsets.filter { offset in
      mutant[offset] ^= offset.isMultiple(of: 2) ? 0x01 : 0x80
      defer { mutant[offset] = object[offset] }
      return accepts(mutant)
    }
  }

  @Test("no mutant of an attestation is accepted, its receipt apart", arguments: LabShape.allCases)
  func attestation(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let receipt = try #require(attestation.object.firstRange(of: attestation.receipt))
    let offsets = attestation.object.indices.filter { !receipt.contains($0) }
    let verifier = AttestationVerifier(anchors: bench.anchors)
    let expectation = AttestationVerifier.Expectation(
      keyID: key.keyID, clientDataHash: Bench.hash, policy: Bench.policy(for: shape))
    let accepted = accepted(attestation.object, at: offsets) { mutant in
      (try? verifier.verify(mutant, against: expectation, at: Bench.instant)) != nil
    }
    #expect(accepted.isEmpty)
  }

  @Test("no mutant and no beginning of an assertion is accepted", arguments: LabShape.allCases)
  func assertion(shape: LabShape) throws {
    let bench = try Bench()
    let device = bench.device(shape)
    var key = try device.generateKey()
    let assertion = try device.generateAssertion(&key, clientDataHash: Bench.hash)
    let accepts = { (mutant: [UInt8]) -> Bool in
      let report = try? bench.report(mutant, by: key, shape: shape, after: 0, hash: Bench.hash)
      return report.map { (try? $0.result.get()) != nil } ?? false
    }
    #expect(accepted(assertion, at: Array(assertion.indices), by: accepts).isEmpty)
    for length in assertion.indices { #expect(!accepts(Array(assertion.prefix(length)))) }
  }

  @Test("no mutant of a signed part of a receipt is accepted", arguments: SignedMessageIssuer.Encoding.allCases)
  func receipt(encoding: SignedMessageIssuer.Encoding) throws {
    let bench = try Bench()
    let device = bench.device(.ios27, receipt: encoding)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: Bench.hash, at: Bench.instant)
    let bytes = attestation.receipt
    let accepted = accepted(bytes, at: Array(bytes.indices)) { mutant in
      let report = try? bench.report(receipt: mutant, of: attestation, key: key, shape: .ios27, kind: .attest)
      return report.map { (try? $0.result.get()) != nil } ?? false
    }
    let unsigned = try unsignedParts(of: bytes, bench.authorities)
    #expect(accepted.filter { !unsigned.contains($0) } == [])
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
