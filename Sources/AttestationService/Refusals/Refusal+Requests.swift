/// Refusals of the request itself: nothing about a key or a proof was judged.
extension Refusal {
  /// A field that the call does not know.
  public static func unknownField(_ pointer: String) -> Refusal {
    invalid("unknown_field", "The request has a field that this call does not know.", pointer)
  }

  /// A field that the call needs.
  public static func missingField(_ pointer: String) -> Refusal {
    invalid("missing_field", "The request lacks a field that this call needs.", pointer)
  }

  /// A field whose value has the wrong type or is out of its range.
  public static func invalidField(_ pointer: String, _ title: String) -> Refusal {
    invalid("invalid_field", title, pointer)
  }

  /// Two fields that exclude each other, or need each other.
  public static func contradictoryFields(_ pointer: String, _ title: String) -> Refusal {
    invalid("contradictory_fields", title, pointer)
  }

  private static func invalid(_ code: String, _ title: String, _ pointer: String) -> Refusal {
    Refusal(code, stage: .request, category: .invalid, next: .fixRequest, title: title, pointer: pointer)
  }

  /// The body is not JSON, or not strict JSON.
  public static func malformedJSON(_ title: String, pointer: String? = nil) -> Refusal {
    Refusal("malformed_json", stage: .request, category: .malformed, next: .fixRequest, title: title, pointer: pointer)
  }

  /// The same member stands twice in one object.
  public static func duplicateField(_ pointer: String) -> Refusal {
    Refusal(
      "duplicate_field", stage: .request, category: .malformed, next: .fixRequest,
      title: "A field stands twice in the request.", pointer: pointer)
  }

  /// The body has another type than `application/json`.
  public static let unsupportedMediaType = Refusal(
    "unsupported_media_type", stage: .request, category: .unsupportedMediaType, next: .fixRequest,
    title: "The body must be application/json.")

  /// The body, or one part of it, is larger than the contract's cap.
  public static func tooLarge(_ limit: Int, pointer: String? = nil) -> Refusal {
    Refusal(
      "body_too_large", stage: .request, category: .tooLarge, next: .fixRequest,
      title: "More than \(limit) bytes were sent.", pointer: pointer)
  }

  /// No route has this path.
  public static let noSuchRoute = Refusal(
    "no_such_route", stage: .request, category: .notFound, next: .fixRequest, title: "There is no such address.")

  /// A key's identifier in a path, with a slash in it.
  public static let keyIDDividesPath = Refusal(
    "no_such_route", stage: .request, category: .notFound, next: .fixRequest,
    title: "There is no such address. A key_id stands in a path as base64url, or with each slash as %2F.",
    pointer: "{key_id}")

  /// The path exists, for other methods.
  public static let methodNotAllowed = Refusal(
    "method_not_allowed", stage: .request, category: .methodNotAllowed, next: .fixRequest,
    title: "This address does not take that method.")

  /// The same `Idempotency-Key` was used for another request.
  public static let idempotencyKeyReused = Refusal(
    "idempotency_key_reused", stage: .request, category: .conflict, next: .fixRequest,
    title: "This Idempotency-Key belongs to another request.")

  /// The first request with this `Idempotency-Key` has no answer yet.
  public static let idempotentRequestInProgress = Refusal(
    "request_in_progress", stage: .request, category: .unavailable, next: .wait,
    title: "The first request with this Idempotency-Key is still being worked on.", retryAfterSeconds: 1)
}
