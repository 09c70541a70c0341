import AttestationService

/// One call of the service API: where it is, who may make it, what it takes and gives. The routes, the checks of bodies and
/// the OpenAPI document all come from here.
struct Operation: Sendable {
  /// How many bytes the parts of JSON around the largest base64 fields may have.
  static let envelope = 8_192

  let id: String
  let method: String
  let pattern: PathPattern
  let summary: String
  /// Nil: needs no secret.
  var scope: SecretScope?
  var query: [Parameter] = []
  var body: Schema?
  /// Bytes of the JSON text.
  var bodyLimit = Operation.envelope
  var answers: [Answer]
  /// Whether an `Idempotency-Key` is honoured.
  var isIdempotencyKeyed = false
  /// Whether it is called as often as devices act.
  var isHot = false

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
