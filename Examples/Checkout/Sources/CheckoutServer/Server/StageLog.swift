import Foundation
import HTTPServer

/// Notes which stage refused: with the correlation id, the number of body bytes and the category, and nothing of what was
/// sent. These four locate a failure; body, token and proof stay out of logs.
public struct StageLog: Sendable {
  private let write: @Sendable (String) -> Void

  /// A log that hands each line to a function.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// A log on standard error.
  public static let standardError = StageLog { FileHandle.standardError.write(Data(($0 + "\n").utf8)) }

  func note(_ rejection: Rejection, _ request: HTTPRequest) {
    write(
      "refused stage=\(rejection.stage) category=\(rejection.code) body_bytes=\(request.body.count) "
        + "correlation_id=\(rejection.correlationID ?? "-")")
  }
}
