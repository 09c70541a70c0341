import AssayClient
import Foundation

/// The machine's clock, moved ahead where a test would have to wait.
final class MovableClock: @unchecked Sendable {
  private let lock = NSLock()
  private var ahead: TimeInterval = 0

  var now: Date { lock.withLock { Date() + ahead } }

  func move(to instant: Date) {
    lock.withLock { ahead = max(ahead, instant.timeIntervalSinceNow) }
  }

  var surroundings: Surroundings {
    Surroundings(
      now: { [self] in now }, jitter: { Double.random(in: 0..<1) },
      submissionID: { UUID().uuidString + UUID().uuidString })
  }
}
