import AttestationService
import Testing

@testable import AttestationAPI

@Suite("The fields of a request")
struct RequestObjectTests {
  private func object(_ text: String) throws -> RequestObject {
    try RequestObject(body: Array(text.utf8), fields: ["a", "b"])
  }

  private func code(_ work: () throws -> Void) -> (String?, String?) {
    let refusal = #expect(throws: Refusal.self, performing: work)
    return (refusal?.code, refusal?.pointer)
  }

  @Test("a field that the call does not know is refused with its place")
  func unknown() { #expect(code { _ = try object(#"{"c":1}"#) } == ("unknown_field", "/c")) }

  @Test("a field that is missing or null is refused with its place")
  func missing() throws {
    for text in ["{}", #"{"a":null}"#] {
      let object = try object(text)
      #expect(code { _ = try object.text("a", bytes: 1...9) } == ("missing_field", "/a"))
    }
  }

  @Test("a field of the wrong kind or size is refused with its place")
  func wrong() throws {
    for text in [#"{"a":1}"#, #"{"a":""}"#, #"{"a":"1234567890"}"#] {
      let object = try object(text)
      #expect(code { _ = try object.text("a", bytes: 1...9) } == ("invalid_field", "/a"))
    }
  }

  @Test("bytes come in either base64 alphabet, with padding or without")
  func bytes() throws {
    for text in ["+/8=", "+/8", "-_8=", "-_8"] {
      #expect(try object(#"{"a":"\#(text)"}"#).bytes("a", exactly: 2) == [0xFB, 0xFF])
    }
    let object = try object(#"{"a":"!!!!","b":"AAAA"}"#)
    #expect(code { _ = try object.bytes("a", atMost: 9) } == ("invalid_field", "/a"))
    #expect(code { _ = try object.bytes("b", atMost: 2) } == ("body_too_large", "/b"))
  }

  @Test("a body that is no object is refused")
  func noObject() { #expect(code { _ = try object("[]") } == ("malformed_json", nil)) }

  @Test("a query is held to its items")
  func query() throws {
    let items = try QueryItems("limit=5&after=a%2Bb+c", known: ["limit", "after"])
    #expect(try items.optionalInteger("limit", in: 1...9) == 5)
    #expect(try items.text("after", bytes: 1...9) == "a+b+c")
    #expect(code { _ = try QueryItems("x=1", known: []) }.0 == "unknown_field")
    #expect(code { _ = try QueryItems("a=1&a=2", known: ["a"]) }.0 == "duplicate_field")
  }
}
