import Testing

@testable import AttestationService

/// What a replica tells those whom it cannot hold open.
@Suite struct AdmissionLotTests {
  @Test("whoever gets no moment is told to come back before the last given moment has passed")
  func waitWithoutMoment() {
    let waits = (0..<10_000).map { _ in AdmissionLot.secondsWithoutMoment() }
    #expect(waits.allSatisfy { $0 > 0 && $0 <= AdmissionLot.horizonSeconds })
    #expect(Set(waits).count > 9_000, "spread, so that they do not all come at once")
  }
}
