import Foundation
import Testing

@testable import AttestationAPI

@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
  private let document: [String: Any]

  init() throws {
    let object = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.bytes))
    document = try #require(object as? [String: Any])
  }

  @Test("is OpenAPI 3.1 and has every operation once, under its own path and method")
  func operations() throws {
    #expect(document["openapi"] as? String == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    let ids = paths.values.flatMap(\.values).compactMap { $0["operationId"] as? String }
    #expect(ids.sorted() == Operation.all.map(\.id).sorted())
    for operation in Operation.all {
      let entry = paths[operation.pattern.text]?[operation.method.lowercased()]
      #expect(entry?["operationId"] as? String == operation.id)
      #expect((entry?["security"] != nil) == (operation.scope != nil))
    }
  }

  @Test("refers only to shapes that it has")
  func references() throws {
    let text = String(decoding: OpenAPIDocument.bytes, as: UTF8.self)
    let known = Set(Schema.components.map(\.0))
    for match in text.matches(of: #/#/components/schemas/([A-Za-z]+)/#) { #expect(known.contains(String(match.1))) }
    #expect(known.count == Schema.components.count)
  }

  @Test("declares each variable of a path, and an answer for refusals")
  func parameters() throws {
    let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
    for operation in Operation.all {
      let entry = try #require(paths[operation.pattern.text]?[operation.method.lowercased()])
      let parameters = try #require(entry["parameters"] as? [[String: Any]])
      let inPath = parameters.filter { $0["in"] as? String == "path" }.compactMap { $0["name"] as? String }
      #expect(inPath == operation.pattern.names)
      #expect((entry["responses"] as? [String: Any])?["default"] != nil)
    }
  }
}
