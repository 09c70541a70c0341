import Foundation

/// What came of one question, already read and, for a 200, already verified.
public enum AppleAnswer: Sendable, Equatable {
  /// 200 with a receipt that verifies.
  case fresh(FreshReceipt)
  /// 200 with a body that is not an acceptable receipt; the code says which check failed.
  case refused(code: String)
  /// 304: asked before field 19.
  case notModified
  /// 400; the reason is as far as the body tells.
  case badRequest(BadRequest)
  /// 401, also with a renewed token.
  case unauthorized
  /// 404: no data for the device.
  case notFound
  /// 429, with the seconds of `Retry-After` where there is one.
  case tooManyRequests(retryAfter: TimeInterval?)
  /// 500 to 599.
  case serverError(status: Int, retryAfter: TimeInterval?)
  /// No answer: connection, TLS, deadline, a body cut short.
  case unreachable(code: String)
  /// A status, redirect or size that Apple does not document.
  case unknown(code: String)

  /// Why Apple answered 400.
  public enum BadRequest: String, Sendable, CaseIterable {
    /// A development receipt at the production host, or the reverse.
    case incorrectEnvironment = "incorrect_environment"
    /// A missing or badly formatted payload.
    case badPayload = "bad_payload"
    /// The body does not tell.
    case unspecified = "bad_request"
  }
}

extension AppleAnswer {
  /// A short name without values, for metrics.
  public var label: String {
    switch self {
    case .fresh: "fresh"
    case .refused: "refused"
    case .notModified: "not_modified"
    case .badRequest: "bad_request"
    case .unauthorized: "unauthorized"
    case .notFound: "not_found"
    case .tooManyRequests: "too_many_requests"
    case .serverError: "server_error"
    case .unreachable: "unreachable"
    case .unknown: "unknown"
    }
  }
}
