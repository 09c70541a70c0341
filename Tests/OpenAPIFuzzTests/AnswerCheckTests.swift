import Testing

@testable import OpenAPIFuzz

@Suite("Answers are held against the document")
struct AnswerCheckTests {
  private let document = """
    {"paths":{"/v1/account":{"get":{"operationId":"account","responses":{
       "200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Account"}}}},
       "204":{"description":"nothing"},
       "401":{"content":{"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}}}}}}},
     "components":{"schemas":{
       "Account":{"type":"object","required":["id"],"additionalProperties":false,"properties":{
         "id":{"type":"string","pattern":"^acc_[0-9]+$"},"age":{"type":"integer","minimum":0},
         "kind":{"enum":["a","b"]},"tags":{"type":"array","items":{"type":"string"},"maxItems":2},
         "note":{"type":["string","null"],"maxLength":3}}},
       "Problem":{"type":"object","required":["code"],"properties":{"code":{"type":"string"}}}}}}
    """

  @Test(
    "what the schema allows passes",
    arguments: [
      #"{"id":"acc_1"}"#, #"{"id":"acc_1","age":0,"kind":"b","tags":["x","y"],"note":null}"#,
      #"{"id":"acc_12","note":"äöü"}"#,
    ])
  func right(_ body: String) throws {
    #expect(try problems(200, body).isEmpty)
  }

  @Test(
    "what it does not allow is found",
    arguments: [
      "", "{", "[]", "{}", #"{"id":1}"#, #"{"id":"acc_x"}"#, #"{"id":"acc_1","age":-1}"#, #"{"id":"acc_1","age":1.5}"#,
      #"{"id":"acc_1","kind":"c"}"#, #"{"id":"acc_1","tags":["x","y","z"]}"#, #"{"id":"acc_1","tags":[1]}"#,
      #"{"id":"acc_1","note":"long"}"#, #"{"id":"acc_1","extra":true}"#,
    ])
  func wrong(_ body: String) throws {
    #expect(try !problems(200, body).isEmpty)
  }

  @Test("a status, a type or a body that the document does not have is found, and every 5xx")
  func statuses() throws {
    #expect(try problems(204, "").isEmpty)
    #expect(try !problems(204, "x").isEmpty)
    #expect(try !problems(404, #"{"code":"x"}"#, "application/problem+json").isEmpty)
    #expect(try problems(401, #"{"code":"x"}"#, "application/problem+json").isEmpty)
    #expect(try !problems(401, #"{"code":"x"}"#, "application/json").isEmpty)
    #expect(try !problems(500, #"{"code":"x"}"#, "application/problem+json").isEmpty)
  }

  @Test("a keyword that the check does not know is told")
  func unknownKeyword() {
    let check = SchemaCheck(document: .object([:]))
    #expect(!check.problems(of: .null, against: .object(["dependentSchemas": .null])).isEmpty)
  }

  private func problems(_ status: Int, _ body: String, _ type: String = "application/json") throws -> [String] {
    let document = try APIDocument([UInt8](document.utf8))
    let operation = try #require(document.operations.first)
    let answer = WireAnswer(status: status, headers: ["content-type": type], body: [UInt8](body.utf8))
    return AnswerCheck(document: document).problems(of: answer, to: operation)
  }
}
