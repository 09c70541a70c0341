/// One member of a JSON object.
struct JSONMember: Sendable, Equatable {
  let name: String
  let value: JSONValue

  init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}
