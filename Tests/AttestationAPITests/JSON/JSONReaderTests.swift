import AttestationService
import Testing

@testable import AttestationAPI

@Suite("The strict JSON reader")
struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

  @Test("reads every kind of value")
  func kinds() throws {
    let value = try read(#" {"a":[1,-2,3.5,1e2],"b":"x\n\u00e9\uD83D\uDE00","c":null,"d":true,"e":{"f":false}} "#)
    #expect(
      value
        == .object([
          JSONMember("a", .array([.integer(1), .integer(-2), .number(3.5), .number(100)])),
          JSONMember("b", .text("x\né😀")), JSONMember("c", .null), JSONMember("d", .bool(true)),
          JSONMember("e", .object([JSONMember("f", .bool(false))])),
        ]))
  }

  @Test("writes what it reads", arguments: [#"{"a":[1,"é\"\\\n\u0001"],"b":{},"c":[]}"#, "[true,false,null]", "7"])
  func roundTrip(text: String) throws {
    #expect(String(decoding: JSONWriter.write(try read(text)), as: UTF8.self) == text)
  }

  @Test(
    "writes every number that it reads, however large or small",
    arguments: [
      ("1e300", 1e300), ("-1e300", -1e300), ("9223372036854775808", 0x1p63), ("-9223372036854775809", -0x1p63),
      ("1e19", 1e19), ("1e-300", 1e-300), ("-0.0", 0), ("1.5", 1.5), ("1.7976931348623157e308", 1.7976931348623157e308),
    ])
  func numbers(text: String, number: Double) throws {
    let written = JSONWriter.write(try read(text))
    switch try JSONReader.read(written) {
    case .integer(let integer): #expect(Double(integer) == number)
    case let value: #expect(value == .number(number))
    }
  }

  @Test("refuses a member that stands twice, also when it is written differently")
  func duplicates() {
    for text in [#"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#] {
      let refusal = #expect(throws: Refusal.self) { try read(text) }
      #expect(refusal?.code == "duplicate_field")
      #expect(refusal?.pointer == "/a")
    }
  }

  @Test(
    "refuses what is not strict JSON",
    arguments: [
      "", " ", "{", "[", "{]", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "-", "1.", "1e", ".5", "+1", "NaN", "tru",
      "\"\u{1}\"", "\"\\x\"", "\"\\u12\"", "\"\\uD800\"", "\"\\uD800\\u0041\"", "\"\\uDC00\"", "\"\\u0000\"", "{} {}",
      "1 2",
      "\"abc", "[1 2]", "{\"a\" 1}", "1e999", "\u{FEFF}{}",
    ])
  func malformed(text: String) {
    let refusal = #expect(throws: Refusal.self) { try read(text) }
    #expect(refusal?.code == "malformed_json")
  }

  @Test("refuses text that is not UTF-8")
  func notUTF8() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
      #expect(throws: Refusal.self) { try JSONReader.read([0x22] + bytes + [0x22]) }
    }
  }

  @Test("is bounded in depth and in members")
  func bounds() {
    let deep = String(repeating: "[", count: 10_000)
    #expect(throws: Refusal.self) { try read(deep) }
    let wide = "{" + (0..<65).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(throws: Refusal.self) { try read(wide) }
  }

  @Test("never traps on a prefix or a changed byte of a request")
  func mutations() {
    let text = Array(#"{"account_id":"a\u00e9","n":[1,2.5e-3,true,null],"o":{"k":"\\\/"}}"#.utf8)
    for count in 0..<text.count { _ = try? JSONReader.read(Array(text.prefix(count))) }
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        _ = try? JSONReader.read(changed)
      }
    }
  }
}
