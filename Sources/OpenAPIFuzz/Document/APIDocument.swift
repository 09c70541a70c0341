/// An OpenAPI 3.1 document, as far as it is needed to make requests and to judge answers.
public struct APIDocument: Sendable {
  /// One operation of the document.
  public struct Operation: Sendable {
    /// The method, in capitals.
    public let method: String
    /// The path, with names in braces.
    public let path: String
    /// The operation's name in the document.
    public let id: String
    let parameters: [Parameter]
    let bodies: [String: JSON]
    let isBodyRequired: Bool
    let responses: [String: JSON]
  }

  struct Parameter: Sendable {
    let name: String
    let place: String
    let isRequired: Bool
    let schema: JSON
  }

  /// The document cannot be used.
  public struct Unusable: Error, Sendable {
    /// Why.
    public let reason: String
  }

  let root: JSON
  /// The operations, in the order of their paths and methods.
  public let operations: [Operation]

  /// Reads a document.
  public init(_ bytes: [UInt8]) throws(Unusable) {
    guard let root = JSON.parse(bytes) else { throw Unusable(reason: "the document is not JSON") }
    guard let paths = root["paths"]?.members, !paths.isEmpty else { throw Unusable(reason: "there are no paths") }
    self.root = root
    operations = paths.sorted { $0.key < $1.key }.flatMap { path, item in
      (item.members ?? [:]).sorted { $0.key < $1.key }.map { Self.operation($0.key, path, $0.value, in: root) }
    }
  }

  private static func operation(_ method: String, _ path: String, _ value: JSON, in root: JSON) -> Operation {
    let content = value["requestBody"]?["content"]?.members ?? [:]
    return Operation(
      method: method.uppercased(), path: path, id: value["operationId"]?.text ?? "\(method) \(path)",
      parameters: (value["parameters"]?.list ?? []).compactMap { parameter($0, in: root) },
      bodies: content.compactMapValues { $0["schema"] },
      isBodyRequired: value["requestBody"]?["required"]?.isTrue ?? false,
      responses: value["responses"]?.members ?? [:])
  }

  private static func parameter(_ value: JSON, in root: JSON) -> Parameter? {
    let value = value["$ref"]?.text.flatMap(root.resolve) ?? value
    guard let name = value["name"]?.text, let place = value["in"]?.text else { return nil }
    return Parameter(
      name: name, place: place, isRequired: value["required"]?.isTrue ?? false, schema: value["schema"] ?? .bool(true))
  }
}
