/// One call of the device API: where it is, what it takes, and every answer it gives.
struct DeviceOperation: Sendable {
  /// The bytes of JSON around the largest base64 field, and all of a request without one.
  static let envelope = 4_096

  let id: String
  let method: String
  let path: String
  let summary: String
  /// Whether the app code is asked for where the check is on: everywhere but for the document.
  var needsCode = true
  /// Whether an account's token is needed.
  var needsToken = false
  var headers: [Operation.Parameter] = []
  var body: Schema?
  var bodyLimit = DeviceOperation.envelope
  let answers: [Answer]
  /// The statuses of refusals. Every call may also answer 429 or 503 for a fault of ours.
  let refusals: [Int]

  struct Answer: Sendable {
    let status: Int
    let description: String
    /// Nil: no body.
    var mediaType: String? = "application/json"
    var schema: Schema = .anything(description: "")
  }

  /// The operation as logs and metrics see it.
  var observed: Operation {
    Operation(
      id: id, method: method, pattern: PathPattern(path), summary: summary, body: body, bodyLimit: bodyLimit,
      answers: [])
  }
}
