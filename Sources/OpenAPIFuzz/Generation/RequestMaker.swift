import Foundation

/// Makes requests from the document: for its operations, and now and then for addresses that are not there.
public struct RequestMaker: Sendable {
  /// A request with the operation that it is meant for, if the document has it.
  public struct Made: Sendable {
    /// The operation, or nil for an address or a method that the document does not have.
    public let operation: APIDocument.Operation?
    /// The request.
    public let request: WireRequest
  }

  /// What a program adds that knows more than the document: header fields with a right credential, and whole bodies that
  /// the server accepts.
  public struct Knowledge: Sendable {
    let headers: @Sendable (APIDocument.Operation, Harvest) -> [String: String]
    let body: @Sendable (APIDocument.Operation, Harvest) -> JSON?

    /// Knowledge of a service.
    public init(
      headers: @escaping @Sendable (APIDocument.Operation, Harvest) -> [String: String] = { _, _ in [:] },
      body: @escaping @Sendable (APIDocument.Operation, Harvest) -> JSON? = { _, _ in nil }
    ) {
      self.headers = headers
      self.body = body
    }
  }

  private let document: APIDocument
  private let prefix: String
  private let host: String
  private let knowledge: Knowledge
  let harvest: Harvest

  /// A maker of requests to one host under one path prefix.
  public init(document: APIDocument, host: String, prefix: String, knowledge: Knowledge, harvest: Harvest) {
    self.document = document
    self.host = host
    self.prefix = prefix
    self.knowledge = knowledge
    self.harvest = harvest
  }

  /// The next request.
  public func request(_ random: inout SplitMix64) -> Made {
    if random.once(in: 40) { return stray(&random) }
    let operation = random.pick(document.operations)
    var request = WireRequest(method: operation.method, target: target(operation, &random), host: host)
    request.headers = headers(operation, &random)
    addBody(to: &request, operation, &random)
    return Made(operation: operation, request: request)
  }

  /// An address or a method that the document does not have.
  private func stray(_ random: inout SplitMix64) -> Made {
    let path = random.pick([
      "/", "/v1", "/v1/account/", "/v2/accounts", "/v1/accounts/1", "//v1/account", "/v1/%61ccount",
    ])
    let method = random.pick(["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
    let request = WireRequest(method: method, target: prefix + path, host: host)
    return Made(operation: nil, request: request)
  }

  private func target(_ operation: APIDocument.Operation, _ random: inout SplitMix64) -> String {
    var path = operation.path
    var query: [String] = []
    for parameter in operation.parameters where parameter.place == "path" || parameter.place == "query" {
      if parameter.place == "query", !parameter.isRequired, random.once(in: 2) { continue }
      let value = Self.encoded(parameterText(parameter, &random))
      if parameter.place == "path" {
        path = path.replacingOccurrences(of: "{\(parameter.name)}", with: value)
      } else {
        query.append("\(parameter.name)=\(value)")
      }
    }
    if random.once(in: 30) { query.append("surprise=%FF") }
    return prefix + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  private func headers(_ operation: APIDocument.Operation, _ random: inout SplitMix64) -> [String: String] {
    var headers: [String: String] = [:]
    for parameter in operation.parameters where parameter.place == "header" {
      if parameter.isRequired || random.once(in: 3) {
        headers[parameter.name] = Self.headerText(parameterText(parameter, &random))
      }
    }
    if !random.once(in: 6) { headers.merge(knowledge.headers(operation, harvest)) { _, known in known } }
    if random.once(in: 25) {
      headers["Authorization"] = random.pick(["", "Bearer", "Bearer  x", "Basic eDp5", "Bearer mca_"])
    }
    return headers
  }

  private func parameterText(_ parameter: APIDocument.Parameter, _ random: inout SplitMix64) -> String {
    let maker = ValueMaker(document: document.root, harvest: harvest, oddity: 10)
    let value = maker.value(for: parameter.schema, named: parameter.name, &random)
    return value.text ?? String(decoding: value.bytes, as: UTF8.self)
  }

  private func addBody(to request: inout WireRequest, _ operation: APIDocument.Operation, _ random: inout SplitMix64) {
    guard let (type, schema) = operation.bodies.sorted(by: { $0.key < $1.key }).first else {
      if random.once(in: 15) { request.body = random.bytes(Int.random(in: 1...64, using: &random)) }
      return
    }
    if !operation.isBodyRequired, random.once(in: 6) { return }
    request.headers["Content-Type"] = random.once(in: 25) ? random.pick(["", "text/plain", "application/xml"]) : type
    if random.once(in: 3), let body = knowledge.body(operation, harvest) {
      request.body = body.bytes
      return
    }
    let maker = ValueMaker(document: document.root, harvest: harvest, oddity: random.pick([4, 30, 200]))
    let bytes = maker.value(for: schema, named: "", &random).bytes
    request.body = random.once(in: 15) ? Self.damaged(bytes, &random) : bytes
  }

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes = Array(bytes.prefix(bytes.count / 2))
    case 1: bytes.append(contentsOf: random.bytes(3))
    case 2: bytes = Array(repeating: UInt8(ascii: "["), count: 4_000)
    case 3: if !bytes.isEmpty { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x80 }
    default: bytes = Array(repeating: UInt8(ascii: " "), count: 100_000) + bytes
    }
    return bytes
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// What may stand in a header field without breaking the message.
  private static func headerText(_ text: String) -> String {
    String(decoding: text.utf8.filter { (0x20...0x7e).contains($0) }.prefix(1_000), as: UTF8.self)
  }
}
