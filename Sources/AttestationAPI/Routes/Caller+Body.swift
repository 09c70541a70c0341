import AttestationService
import HTTPServer

extension Caller {
  /// The body's fields, checked against what the operation publishes.
  func object() throws(Refusal) -> RequestObject {
    try RequestObject(body: request.body, fields: operation.bodyFields)
  }

  /// The query's items, checked against what the operation publishes.
  func items() throws(Refusal) -> QueryItems {
    try QueryItems(request.query, known: operation.query.map(\.name))
  }
}
