import AttestationService

/// The OpenAPI 3.1 document of the operations that are served.
enum OpenAPIDocument {
  /// The document's text.
  static let bytes = JSONWriter.write(json(Operation.all))

  static func json(_ operations: [Operation]) -> JSONValue {
    .object([
      JSONMember("openapi", .text("3.1.0")),
      JSONMember("info", .object([JSONMember("title", .text("Assay")), JSONMember("version", .text("1"))])),
      JSONMember("paths", .object(paths(operations))),
      JSONMember("components", components),
    ])
  }

  private static func paths(_ operations: [Operation]) -> [JSONMember] {
    var order: [PathPattern] = []
    for operation in operations where !order.contains(operation.pattern) { order.append(operation.pattern) }
    return order.map { pattern in
      let members = operations.filter { $0.pattern == pattern }
        .map { JSONMember($0.method.lowercased(), json($0)) }
      return JSONMember(pattern.text, .object(members))
    }
  }

  private static func json(_ operation: Operation) -> JSONValue {
    var members = [
      JSONMember("operationId", .text(operation.id)), JSONMember("summary", .text(operation.summary)),
      JSONMember("parameters", .array(parameters(operation))),
    ]
    if let body = operation.body {
      let content = JSONMember("content", content("application/json", body))
      members.append(JSONMember("requestBody", .object([JSONMember("required", .bool(true)), content])))
    }
    if let scope = operation.scope {
      members.append(
        JSONMember("security", .array([.object([JSONMember("secret", .array([.text(scope.rawValue)]))])])))
    }
    members.append(JSONMember("responses", .object(responses(operation))))
    return .object(members)
  }

  private static func parameters(_ operation: Operation) -> [JSONValue] {
    let path = operation.pattern.names.map { name in
      parameter(name, in: "path", .text(description: "Percent-encoded."), isRequired: true)
    }
    let query = operation.query.map { parameter($0.name, in: "query", $0.schema, isRequired: $0.isRequired) }
    guard operation.isIdempotencyKeyed else { return path + query }
    let key = Schema.text(description: "A repeat with the same key gets the first answer. 1 to 200 bytes.")
    return path + query + [parameter("Idempotency-Key", in: "header", key, isRequired: false)]
  }

  private static func parameter(_ name: String, in place: String, _ schema: Schema, isRequired: Bool) -> JSONValue {
    .object([
      JSONMember("name", .text(name)), JSONMember("in", .text(place)), JSONMember("required", .bool(isRequired)),
      JSONMember("schema", schema.json),
    ])
  }

  private static func responses(_ operation: Operation) -> [JSONMember] {
    let answers = operation.answers.map { answer in
      var members = [JSONMember("description", .text(answer.description))]
      if let schema = answer.schema { members.append(JSONMember("content", content("application/json", schema))) }
      return JSONMember(String(answer.status), .object(members))
    }
    let problem = JSONMember(
      "default",
      .object([
        JSONMember("description", .text("A refusal, or a fault of ours (5xx).")),
        JSONMember("content", content("application/problem+json", .reference("Problem"))),
      ]))
    return answers + [problem]
  }

  private static func content(_ type: String, _ schema: Schema) -> JSONValue {
    .object([JSONMember(type, .object([JSONMember("schema", schema.json)]))])
  }

  private static let components = JSONValue.object([
    JSONMember("schemas", .object(Schema.components.map { JSONMember($0.0, $0.1.json) })),
    JSONMember(
      "securitySchemes",
      .object([
        JSONMember(
          "secret", .object([JSONMember("type", .text("http")), JSONMember("scheme", .text("bearer"))]))
      ])),
  ])
}
