/// Holds an answer against what the document says of the operation.
public struct AnswerCheck: Sendable {
  private let document: APIDocument

  /// A check against one document.
  public init(document: APIDocument) {
    self.document = document
  }

  /// What is wrong with the answer; nothing when the document has it.
  public func problems(of answer: WireAnswer, to operation: APIDocument.Operation) -> [String] {
    if answer.status >= 500 { return ["status \(answer.status)"] }
    guard let response = operation.responses[String(answer.status)] ?? operation.responses["default"] else {
      return ["status \(answer.status) is not in the document"]
    }
    return content(of: resolved(response), answer)
  }

  /// What is wrong with the answer to a request that no operation of the document describes.
  public func problems(ofUndocumented answer: WireAnswer) -> [String] {
    guard (400..<500).contains(answer.status) else {
      return ["status \(answer.status) for an address that is not there"]
    }
    let problem = document.root.resolve("#/components/schemas/Problem") ?? .bool(true)
    return body(answer, against: problem)
  }

  private func resolved(_ value: JSON) -> JSON {
    value["$ref"]?.text.flatMap(document.root.resolve) ?? value
  }

  private func content(of response: JSON, _ answer: WireAnswer) -> [String] {
    guard let content = response["content"]?.members else {
      return answer.body.isEmpty ? [] : ["a body where the document has none"]
    }
    let type = answer.mediaType ?? ""
    guard let described = content[type] else { return ["content type '\(type)' is not in the document"] }
    guard type.hasSuffix("json"), let schema = described["schema"] else { return [] }
    return body(answer, against: schema)
  }

  private func body(_ answer: WireAnswer, against schema: JSON) -> [String] {
    guard let value = JSON.parse(answer.body) else { return ["the body is not JSON"] }
    return SchemaCheck(document: document.root).problems(of: value, against: schema)
  }
}
