import AppAttest
import Cryptography
import Testing

@Suite("The challenge inside the signed bytes")
struct ChallengeRuleTests {
  private static let challenge: [UInt8] = [0xFB, 0xEF, 0xFF, 1, 2]

  private func verdict(_ rule: ChallengeRule, _ text: String) -> AssertionRefusal? {
    do throws(AssertionRefusal) {
      try rule.check([UInt8](text.utf8))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Base64 counts as the bytes it stands for, in either alphabet, with padding or without",
    arguments: ["++//AQI=", "++//AQI", "--__AQI=", "--__AQI"])
  func alphabets(text: String) {
    #expect(verdict(ChallengeRule(challenge: Self.challenge), #"{"challenge":"\#(text)"}"#) == nil)
  }

  @Test("a text is compared as text: another spelling of the same bytes is another challenge")
  func text() {
    let rule = ChallengeRule(challenge: [UInt8]("++//AQI=".utf8), encoding: .text)
    #expect(verdict(rule, #"{"challenge":"++//AQI="}"#) == nil)
    #expect(verdict(rule, #"{"challenge":"++\/\/AQI="}"#) == nil)
    #expect(verdict(rule, #"{"challenge":"--__AQI="}"#) == .challengeMismatch)
  }

  @Test("two letters that only look the same are two texts")
  func equivalentLetters() {
    let rule = ChallengeRule(challenge: [UInt8]("\u{E9}".utf8), encoding: .text)
    #expect(verdict(rule, "{\"challenge\":\"\u{E9}\"}") == nil)
    #expect(verdict(rule, "{\"challenge\":\"e\u{301}\"}") == .challengeMismatch)
  }

  @Test(
    "a challenge elsewhere, of another kind or cut short is not the challenge",
    arguments: [
      (#"{"Challenge":"++//AQI="}"#, AssertionRefusal.challengeMissing),
      (#"{"a":{"challenge":"++//AQI="}}"#, .challengeMissing), (#"["++//AQI="]"#, .challengeMissing),
      (#""++//AQI=""#, .challengeMissing), (#"{"challenge":["++//AQI="]}"#, .challengeMissing),
      (#"{"challenge":null}"#, .challengeMissing), (#"{"challenge":1}"#, .challengeMissing), ("{}", .challengeMissing),
      (#"{"challenge":"++//AQ=="}"#, .challengeMismatch), (#"{"challenge":"++//AQIA"}"#, .challengeMismatch),
      (#"{"challenge":""}"#, .challengeMismatch), (#"{"challenge":"++ //AQI="}"#, .challengeMismatch),
      (#"{"challenge":"++//AQI=","challenge":"++//AQI="}"#, .clientDataMalformed),
      (#"{"challenge":"x","challenge":"++//AQI="}"#, .clientDataMalformed),
      (#"{"challenge":"++//AQI="} "x""#, .clientDataMalformed), ("", .clientDataMalformed),
      (#"{"challenge":"++//AQI=""#, .clientDataMalformed),
    ])
  func elsewhere(text: String, refusal: AssertionRefusal) {
    #expect(verdict(ChallengeRule(challenge: Self.challenge), text) == refusal)
  }

  @Test(
    "a pointer leads to its place and to no other (RFC 6901)",
    arguments: [
      ("/a/1/b", #"{"a":[0,{"b":"++//AQI="}]}"#), ("/a~1b", #"{"a/b":"++//AQI="}"#), ("/m~0n", #"{"m~n":"++//AQI="}"#),
      ("/", #"{"":"++//AQI="}"#), ("", #""++//AQI=""#), ("/~01", #"{"~1":"++//AQI="}"#),
    ])
  func pointers(pointer: String, text: String) {
    #expect(verdict(ChallengeRule(challenge: Self.challenge, pointer: pointer), text) == nil)
    let elsewhere = ChallengeRule(challenge: Self.challenge, pointer: pointer + "/x")
    #expect(verdict(elsewhere, text) == .challengeMissing)
  }
}

@Suite("The JSON scanner of client data")
struct JSONScannerTests {
  @Test(
    "JSON is read strictly (RFC 8259)",
    arguments: [
      "{}", "[]", "0", "-0.5e+10", "1E3", "true", "false", "null", #""""#, #"{"a":[1,{"b":null}]}"#, " [ 1 , 2 ] ",
      #""\u00e9\ud83d\ude00\n""#, #"{"a":1,"A":2}"#,
    ])
  func accepted(text: String) {
    #expect(throws: Never.self) { try JSONPointer("/none").string(in: [UInt8](text.utf8)) }
  }

  @Test(
    "what is not JSON is an error, wherever it stands",
    arguments: [
      "", " ", "{", "}", "[1,]", "[,1]", #"{"a":1,}"#, #"{"a"}"#, #"{"a":}"#, "{a:1}", "{'a':1}", "01", "1.", ".5",
      "+1",
      "1e", "--1", "NaN", "Infinity", "tru", "nulL", #""a"#, #""\x""#, #""\u12""#, #""\ud800""#, #""\udc00""#,
      #""\ud800\u0041""#, "\"\u{1}\"", "\"\n\"", "1 2", "{} {}", "[1 2]", "/* */1", "\u{FEFF}1", #"{"a":1,"a":1}"#,
      #"{"a":1,"\u0061":1}"#, "[\"\\u00e9\",]",
    ])
  func refused(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONPointer("/none").string(in: [UInt8](text.utf8)) }
  }

  @Test("bytes that are not UTF-8 are an error", arguments: [[0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80]])
  func encoding(bytes: [UInt8]) {
    #expect(throws: JSONSyntaxError.self) { try JSONPointer("").string(in: [0x22] + bytes + [0x22]) }
  }

  @Test("nesting is bounded, and never ends the process")
  func depth() {
    for count in [17, 18, 1_000, 60_000] {
      let text = String(repeating: "[", count: count) + String(repeating: "]", count: count)
      let isRead = (try? { _ = try JSONPointer("/none").string(in: [UInt8](text.utf8)) }()) != nil
      #expect(isRead == (count <= 17), "\(count)")
    }
  }
}
