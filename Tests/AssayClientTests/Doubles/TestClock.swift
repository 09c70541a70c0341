import AssayClient
import Foundation
import Locking

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
  private let instant = Locked(Date(timeIntervalSince1970: 1_800_000_000))
  private let submissions = Locked(0)

  var now: Date { instant.withLock { $0 } }

  func advance(by seconds: Double) {
    instant.withLock { $0 += seconds }
  }

  /// Surroundings without chance: no jitter, submissions numbered.
  var surroundings: Surroundings {
    Surroundings(
      now: { self.now }, jitter: { 0 },
      submissionID: {
        self.submissions.withLock {
          $0 += 1
          return "submission-\($0)"
        }
      })
  }
}
