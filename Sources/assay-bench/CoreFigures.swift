import AppAttest
import Foundation

/// What one core does of each in a second, caches warm. Rounds of the four kinds take turns, so that a machine whose
/// speed drifts does not favour one of them; each figure is the median of its rounds.
struct CoreFigures: Encodable {
  /// ECDSA checks of a digest under a key that is at hand.
  let bareVerificationsPerSecond: Double
  /// Assertions with everything that the core checks of them.
  let assertionsPerSecond: Double
  /// Attestations, each with the verdict on its receipt.
  let attestationsWithReceiptPerSecond: Double
  /// Receipts alone.
  let receiptsPerSecond: Double
  /// The cost of an assertion in bare verifications.
  let assertionToBareRatio: Double
  /// Milliseconds of one attestation with its receipt.
  let attestationWithReceiptMilliseconds: Double

  static let rounds = 9

  static func measure(sample: AppleSample, seconds: Double) throws -> CoreFigures {
    let request = try SignedRequest()
    let bare = try request.bareCheck()
    let attestations = AttestationVerifier()
    let receipts = ReceiptVerifier()
    let verified = try attestations.verify(sample.object, against: sample.expectation, at: sample.instant)
    let receiptExpectation = ReceiptExpectation(of: verified, arrivedAt: sample.instant)
    let kinds: [() throws -> Void] = [
      { guard bare() else { throw BenchmarkError.refused } },
      { try request.verify() },
      {
        let report = try attestations.verify(sample.object, against: sample.expectation, at: sample.instant)
        _ = try receipts.verify(report.receipt, against: receiptExpectation, at: sample.instant)
      },
      { _ = try receipts.verify(verified.receipt, against: receiptExpectation, at: sample.instant) },
    ]
    let rates = try medianRates(of: kinds, seconds: seconds)
    return CoreFigures(
      bareVerificationsPerSecond: rates[0], assertionsPerSecond: rates[1], attestationsWithReceiptPerSecond: rates[2],
      receiptsPerSecond: rates[3], assertionToBareRatio: rates[0] / rates[1],
      attestationWithReceiptMilliseconds: 1_000 / rates[2])
  }

  private static func medianRates(of kinds: [() throws -> Void], seconds: Double) throws -> [Double] {
    let share = Duration.seconds(seconds / Double(rounds * kinds.count))
    var samples = kinds.map { _ in [Double]() }
    for _ in 0..<rounds {
      for (index, kind) in kinds.enumerated() { samples[index].append(try rate(of: kind, for: share)) }
    }
    return samples.map { $0.sorted()[rounds / 2] }
  }

  /// Calls a second, in time slices long enough that the clock costs nothing.
  private static func rate(of kind: () throws -> Void, for share: Duration) throws -> Double {
    let start = ContinuousClock.now
    var count = 0
    repeat {
      for _ in 0..<8 { try kind() }
      count += 8
    } while start.duration(to: .now) < share
    return Double(count) / (start.duration(to: .now) / .seconds(1))
  }
}
