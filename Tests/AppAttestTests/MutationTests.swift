import AppAttest
import Cryptography
import Foundation
import MutationTestSupport
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
    #expect(outcome.slow.isEmpty, "\(outcome.slow.sorted()), \(outcome.slowest)")
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
    #expect(outcome.slow.isEmpty, "\(outcome.slow.sorted()), \(outcome.slowest)")
    print(
      "mutants of the receipt: \(outcome.ran), \(outcome.accepted.count) offsets unsigned, slowest \(outcome.slowest)")
  }

  @Test("a warm cache gives every mutant of the sample and of its receipt the cold verdict, for the same reason")
  func warmIsCold() throws {
    let (sample, instant) = (try Fixture.sample(), try Fixture.sampleInstant())
    let expectation = Fixture.sampleExpectation()
    let cache = ChainCache()
    let (warm, cold) = (AttestationVerifier(cache: cache), AttestationVerifier(cache: nil))
    let attestation = try warm.verify(sample, against: expectation, at: instant)
    let receipts = ReceiptExpectation(of: attestation, arrivedAt: instant)
    let (warmReceipts, coldReceipts) = (ReceiptVerifier(cache: cache), ReceiptVerifier(cache: nil))
    _ = try warmReceipts.verify(attestation.receipt, against: receipts, at: instant)
    MutationRunner.brief.forEachMutant(of: sample) { mutant, offset in
      let verdicts = [warm, cold].map { $0.report(mutant, against: expectation, at: instant).result.refusal }
      #expect(verdicts[0] == verdicts[1], "offset \(offset)")
    }
    MutationRunner.brief.forEachMutant(of: attestation.receipt) { mutant, offset in
      let verdicts = [warmReceipts, coldReceipts].map {
        $0.report(mutant, against: receipts, at: instant).result.refusal
      }
      #expect(verdicts[0] == verdicts[1], "offset \(offset) of the receipt")
    }
  }
}

extension Result {
  /// Why it failed; nil when it did not.
  fileprivate var refusal: Failure? {
    if case .failure(let refusal) = self { refusal } else { nil }
  }
}
