import AttestationService
import HTTPServer

/// What answers an operation.
enum Endpoint: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, Refusal>) -> Void

  /// Runs on the server's thread, never waits, and completes now or later: for the hot calls.
  case direct(@Sendable (Caller, @escaping Completion) -> Void)
  /// Runs as a task.
  case task(@Sendable (Caller) async throws -> HTTPResponse)
}
