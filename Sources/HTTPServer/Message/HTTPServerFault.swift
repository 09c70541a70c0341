/// A request that the server answers itself, because it is not one that a handler should see, or because the handler
/// did not answer.
public enum HTTPServerFault: Error, Sendable, Equatable {
  /// The request breaks the grammar or the framing rules of HTTP/1.1; the reason says which.
  case malformed(MalformedRequest)
  /// The request target is longer than the server reads.
  case targetTooLong
  /// The header section is larger than the server reads.
  case headersTooLarge
  /// The body is longer than its route allows (bytes).
  case bodyTooLarge(limit: Int)
  /// The request did not arrive in time.
  case requestTimeout
  /// The handler let go of the responder without an answer.
  case unanswered
  /// The handler did not answer before its deadline.
  case handlerTimeout
  /// The server is stopping.
  case stopping

  /// What the library would have answered, by its status.
  init(libraryStatus status: Int) {
    switch status {
    case 413: self = .malformed(.length)
    case 414: self = .targetTooLong
    case 431: self = .headersTooLarge
    case 500: self = .unanswered
    case 505: self = .malformed(.version)
    default: self = .malformed(.syntax)
    }
  }

  /// The status of the answer.
  public var status: Int {
    switch self {
    case .malformed(let reason): reason.status
    case .targetTooLong: 414
    case .headersTooLarge: 431
    case .bodyTooLarge: 413
    case .requestTimeout: 408
    case .unanswered: 500
    case .handlerTimeout, .stopping: 503
    }
  }

  /// A stable snake_case name.
  public var code: String {
    switch self {
    case .malformed(let reason): reason.rawValue
    case .targetTooLong: "target_too_long"
    case .headersTooLarge: "headers_too_large"
    case .bodyTooLarge: "body_too_large"
    case .requestTimeout: "request_timeout"
    case .unanswered: "internal_error"
    case .handlerTimeout: "deadline_exceeded"
    case .stopping: "stopping"
    }
  }
}
