/// The OpenAPI 3.1 document of the device API. It names every status that a call answers with; there is no default.
enum DeviceDocument {
  /// The document's text.
  static let bytes = JSONWriter.write(json)

  static let json = JSONValue.object([
    JSONMember("openapi", .text("3.1.0")),
    JSONMember(
      "info", .object([JSONMember("title", .text("Assay device API")), JSONMember("version", .text("1"))])),
    JSONMember("paths", .object(paths)),
    JSONMember("components", components),
  ])

  private static var paths: [JSONMember] {
    var order: [String] = []
    for operation in DeviceOperation.all where !order.contains(operation.path) { order.append(operation.path) }
    return order.map { path in
      let members = DeviceOperation.all.filter { $0.path == path }
        .map { JSONMember($0.method.lowercased(), json($0)) }
      return JSONMember(path, .object(members))
    }
  }

  private static func json(_ operation: DeviceOperation) -> JSONValue {
    var members = [
      JSONMember("operationId", .text(operation.id)), JSONMember("summary", .text(operation.summary)),
      JSONMember("parameters", .array(parameters(operation))),
    ]
    if let body = operation.body {
      let content = JSONMember("content", content("application/json", body))
      members.append(JSONMember("requestBody", .object([JSONMember("required", .bool(false)), content])))
    }
    if operation.needsToken { members.append(JSONMember("security", security)) }
    members.append(JSONMember("responses", .object(responses(operation))))
    return .object(members)
  }

  private static func parameters(_ operation: DeviceOperation) -> [JSONValue] {
    let code = Operation.Parameter(
      name: "X-App-Code", schema: .text(description: "The app code, eight digits; needed where the check is on."))
    return (operation.headers + (operation.needsCode ? [code] : [])).map { parameter in
      .object([
        JSONMember("name", .text(parameter.name)), JSONMember("in", .text("header")),
        JSONMember("required", .bool(false)), JSONMember("schema", parameter.schema.json),
      ])
    }
  }

  private static func responses(_ operation: DeviceOperation) -> [JSONMember] {
    let answers = operation.answers.map { answer in
      var members = [JSONMember("description", .text(answer.description))]
      if let type = answer.mediaType { members.append(JSONMember("content", content(type, answer.schema))) }
      return JSONMember(String(answer.status), .object(members))
    }
    return answers
      + (operation.refusals + [503]).map { status in
        JSONMember(
          String(status),
          .object([
            JSONMember("description", .text(status < 500 ? "Refused." : "A fault of ours that passes.")),
            JSONMember("content", content("application/problem+json", .reference("Problem"))),
          ]))
      }
  }

  private static let security = JSONValue.array([.object([JSONMember("token", .array([]))])])

  private static func content(_ type: String, _ schema: Schema) -> JSONValue {
    .object([JSONMember(type, .object([JSONMember("schema", schema.json)]))])
  }

  private static var components: JSONValue {
    .object([
      JSONMember(
        "schemas",
        .object(Schema.components.filter { $0.0 == "Problem" }.map { JSONMember($0.0, $0.1.json) })),
      JSONMember(
        "securitySchemes",
        .object([
          JSONMember("token", .object([JSONMember("type", .text("http")), JSONMember("scheme", .text("bearer"))]))
        ])),
    ])
  }
}
