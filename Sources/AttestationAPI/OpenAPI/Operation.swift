import AttestationService

/// One call of the service API: where it is, who may make it, what it takes and gives. The routes, the checks of bodies and
/// the OpenAPI document all come from here. A class, because every request carries its operation.
final class Operation: Sendable {
  /// How many bytes the parts of JSON around the largest base64 fields may have.
  static let envelope = 8_192

  let id: String
  let method: String
  let pattern: PathPattern
  let summary: String
  /// Nil: needs no secret.
  let scope: SecretScope?
  let query: [Parameter]
  let body: Schema?
  /// The names of the body's members.
  let bodyFields: [String]
  /// Bytes of the JSON text.
  let bodyLimit: Int
  let answers: [Answer]
  /// Whether an `Idempotency-Key` is honoured.
  let isIdempotencyKeyed: Bool
  /// Whether it is called as often as devices act.
  let isHot: Bool

  init(
    id: String, method: String, pattern: PathPattern, summary: String, scope: SecretScope? = nil,
    query: [Parameter] = [], body: Schema? = nil, bodyLimit: Int = Operation.envelope, answers: [Answer],
    isIdempotencyKeyed: Bool = false, isHot: Bool = false
  ) {
    self.id = id
    self.method = method
    self.pattern = pattern
    self.summary = summary
    self.scope = scope
    self.query = query
    self.body = body
    bodyFields = body?.fieldNames ?? []
    self.bodyLimit = bodyLimit
    self.answers = answers
    self.isIdempotencyKeyed = isIdempotencyKeyed
    self.isHot = isHot
  }

  struct Parameter: Sendable {
    let name: String
    let schema: Schema
    var isRequired = false
  }

  struct Answer: Sendable {
    let status: Int
    let description: String
    /// Nil: no body.
    let schema: Schema?
  }
}
