import Foundation
import Postgres
import Telemetry

/// Writes what exists in this process's memory only and cannot be had again: what Apple answered.
///
/// A deadlock, a restart of the database or a lost connection must not make Apple be asked twice. Each write is fenced by
/// its lease, so repeating one that took place unseen changes nothing.
struct PatientWrite: Sendable {
  let logger: Logger
  /// The pauses double from 50 milliseconds; all together stay far below a lease.
  private static let pauses = (0..<8).map { Duration.milliseconds(50 << $0) }

  /// Repeats the body while the database says that it may succeed later; throws its last error.
  func callAsFunction<Answer: Sendable>(_ body: @Sendable () async throws -> Answer) async throws -> Answer {
    for pause in Self.pauses {
      do {
        return try await body()
      } catch let error as PostgresError where error.isRetryable || error.isPoolExhausted {
        logger.notice("answers could not be stored yet; storing is tried again", [.reason: .text("\(error)")])
        try await Task.sleep(for: pause)
      }
    }
    return try await body()
  }
}
