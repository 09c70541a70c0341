import AttestationService
import HTTPServer

/// The one mapping from refusals to RFC 9457 problem details.
enum ProblemDetails {
  /// The status of each kind of refusal.
  static func status(_ category: RefusalCategory) -> Int {
    switch category {
    case .malformed: 400
    case .unauthenticated: 401
    case .forbidden, .refused: 403
    case .notFound: 404
    case .methodNotAllowed: 405
    case .conflict: 409
    case .expired: 410
    case .tooLarge: 413
    case .unsupportedMediaType: 415
    case .invalid: 422
    case .internalFault: 500
    case .unavailable: 503
    }
  }

  /// The response that tells a refusal. `status` replaces the category's own where HTTP itself has a better one.
  static func response(_ refusal: Refusal, correlationID: String, status: Int? = nil) -> HTTPResponse {
    let status = status ?? Self.status(refusal.category)
    var headers: HTTPHeaders = [
      "Content-Type": "application/problem+json", "Cache-Control": "no-store", "X-Correlation-Id": correlationID,
    ]
    if let seconds = refusal.retryAfterSeconds { headers.add("Retry-After", String(seconds)) }
    if refusal.category == .unauthenticated { headers.add("WWW-Authenticate", "Bearer realm=\"assay\"") }
    return HTTPResponse(
      status: status, headers: headers,
      body: JSONWriter.write(body(refusal, correlationID: correlationID, status: status)))
  }

  private static func body(_ refusal: Refusal, correlationID: String, status: Int) -> JSONValue {
    var members = [
      JSONMember("type", .text("urn:assay:problem:\(refusal.code)")),
      JSONMember("title", .text(refusal.title)),
      JSONMember("status", .integer(Int64(status))),
      JSONMember("code", .text(refusal.code)),
      JSONMember("stage", .text(refusal.stage.rawValue)),
      JSONMember("next", .text(refusal.next.rawValue)),
      JSONMember("correlation_id", .text(correlationID)),
    ]
    if let pointer = refusal.pointer { members.append(JSONMember("pointer", .text(pointer))) }
    if let seconds = refusal.retryAfterSeconds {
      members.append(JSONMember("retry_after_seconds", .integer(Int64(seconds))))
    }
    return .object(members)
  }
}
