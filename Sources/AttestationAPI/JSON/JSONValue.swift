/// A JSON value as it was sent: members keep their order, and each stands once.
enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])
}
