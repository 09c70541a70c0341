/// The shape of a JSON value: what the API checks requests against, and what it publishes in its OpenAPI document.
indirect enum Schema: Sendable {
  case text(description: String, pattern: String? = nil)
  case instant(description: String)
  case bytes(description: String, maximum: Int)
  case word([String], description: String)
  case integer(ClosedRange<Int>, description: String)
  case number(description: String)
  case bool(description: String)
  case list(Schema, description: String)
  case object([Field], description: String)
  /// A shape that stands in the document's components.
  case reference(String)
  case anything(description: String)

  struct Field: Sendable {
    let name: String
    let schema: Schema
    let isRequired: Bool

    /// A member that must be there.
    static func required(_ name: String, _ schema: Schema) -> Field {
      Field(name: name, schema: schema, isRequired: true)
    }

    /// A member that may be there.
    static func optional(_ name: String, _ schema: Schema) -> Field {
      Field(name: name, schema: schema, isRequired: false)
    }
  }

  /// The members' names of an object.
  var fieldNames: [String] {
    if case .object(let fields, _) = self { fields.map(\.name) } else { [] }
  }
}
