import AppAttest
import Cryptography
import Foundation
import Testing

@Suite("Every byte counts")
struct MutationTests {
  @Test("no mutant of Apple's sample is accepted, except in its receipt, which has its own verdict")
  func attestation() throws {
    let sample = try Fixture.sample()
    let (verifier, instant) = (AttestationVerifier(), try Fixture.sampleInstant())
    let expectation = Fixture.sampleExpectation()
    let receipt = try AttestationObject(parsing: sample).receipt
    let start = try #require(sample.firstRange(of: receipt)).lowerBound
    let outcome = MutationRunner.standard.run(sample) { mutant in
      (try? verifier.verify(mutant, against: expectation, at: instant)) != nil
    }
    // The receipt is a string beside the signed parts: any content is accepted here, and judged by its own verifier.
    #expect(outcome.accepted == Set(start..<start + receipt.count))
    #expect(outcome.slowest < .milliseconds(50), "\(outcome.slowest)")
    print("mutants of the sample: \(outcome.ran), slowest \(outcome.slowest)")
  }

  @Test("no mutant of the sample's receipt is accepted in a signed part; the rest is classified exactly")
  func receipt() throws {
    let instant = try Fixture.sampleInstant()
    let attestation = try AttestationVerifier().verify(
      try Fixture.sample(), against: Fixture.sampleExpectation(), at: instant)
    let verifier = ReceiptVerifier()
    let expectation = ReceiptExpectation(of: attestation, arrivedAt: instant)
    let outcome = MutationRunner.standard.run(attestation.receipt) { mutant in
      (try? verifier.verify(mutant, against: expectation, at: instant)) != nil
    }
    // Everything outside these is signed, or is a length or a type that the reading checks.
    let unsigned = ReceiptWrapping.ofSample(attestation.receipt)
    #expect(outcome.accepted.subtracting(unsigned).isEmpty, "\(outcome.accepted.subtracting(unsigned).sorted())")
    #expect(!outcome.accepted.isEmpty)
    #expect(outcome.slowest < .milliseconds(50), "\(outcome.slowest)")
    print(
      "mutants of the receipt: \(outcome.ran), \(outcome.accepted.count) offsets unsigned, slowest \(outcome.slowest)")
  }
}
