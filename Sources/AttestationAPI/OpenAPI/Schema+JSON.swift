extension Schema {
  /// The JSON Schema (2020-12, as OpenAPI 3.1 uses it).
  var json: JSONValue {
    switch self {
    case .text(let description, let pattern):
      .object(Self.typed("string", description) + (pattern.map { [JSONMember("pattern", .text($0))] } ?? []))
    case .instant(let description):
      .object(Self.typed("string", description) + [JSONMember("format", .text("date-time"))])
    case .bytes(let description, let maximum):
      .object(
        Self.typed("string", description) + [
          JSONMember("contentEncoding", .text("base64")),
          JSONMember("maxLength", .integer(Int64((maximum + 2) / 3 * 4))),
        ])
    case .word(let words, let description):
      .object(Self.typed("string", description) + [JSONMember("enum", .array(words.map(JSONValue.text)))])
    case .integer(let range, let description):
      .object(
        Self.typed("integer", description) + [
          JSONMember("minimum", .integer(Int64(range.lowerBound))),
          JSONMember("maximum", .integer(Int64(range.upperBound))),
        ])
    case .number(let description): .object(Self.typed("number", description))
    case .bool(let description): .object(Self.typed("boolean", description))
    case .list(let item, let description):
      .object(Self.typed("array", description) + [JSONMember("items", item.json)])
    case .object(let fields, let description): .object(Self.object(fields, description))
    case .reference(let name): .object([JSONMember("$ref", .text("#/components/schemas/\(name)"))])
    case .anything(let description): .object([JSONMember("description", .text(description))])
    }
  }

  private static func typed(_ type: String, _ description: String) -> [JSONMember] {
    [JSONMember("type", .text(type)), JSONMember("description", .text(description))]
  }

  private static func object(_ fields: [Field], _ description: String) -> [JSONMember] {
    let required = fields.filter(\.isRequired).map { JSONValue.text($0.name) }
    return typed("object", description) + [
      JSONMember("properties", .object(fields.map { JSONMember($0.name, $0.schema.json) })),
      JSONMember("required", .array(required)),
      JSONMember("additionalProperties", .bool(false)),
    ]
  }
}
