import AssayClient
import Foundation
import Testing

@Suite("Request binding, version 1")
struct RequestBindingTests {
  @Test("the signed bytes are sorted keys, no spaces, slashes as they are")
  func bytes() throws {
    let binding = try RequestBinding(
      method: "POST", pathAndQuery: "/calculate?x=%20&y=a/b", challenge: "q1+/_-=",
      bodyHash: SHA256Digest.openSSL.hash(Data(#"{"cartID":"cart-123","voucherCode":"SAVE10"}"#.utf8)))
    #expect(
      String(decoding: binding.bytes, as: UTF8.self)
        == #"{"bodyHash":"Ri3LFviydYSOZAwKjlBixdV9jHnOCs7OvxZ2IavLD9Q=","challenge":"q1+/_-=","method":"POST","path":"/calculate?x=%20&y=a/b"}"#
    )
  }

  @Test("they are what Foundation's encoder writes for the same values, as in the seed's article")
  func sameAsTheEncoder() throws {
    let hash = SHA256Digest.openSSL.hash(Data("body".utf8))
    let binding = try RequestBinding(method: "PUT", pathAndQuery: "/a%2Fb/c", challenge: "abc", bodyHash: hash)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let fields = ["bodyHash": hash.base64EncodedString(), "challenge": "abc", "method": "PUT", "path": "/a%2Fb/c"]
    #expect(try encoder.encode(fields) == binding.bytes)
  }

  @Test(
    "what could be written in two ways is not signed",
    arguments: ["", "a b", "a\"b", "a\\b", "\u{e9}", "a\u{7f}", "a\u{0}"])
  func unsignable(_ text: String) {
    let hash = Data(count: 32)
    #expect(throws: RequestBinding.Unsignable.challenge) {
      try RequestBinding(method: "GET", pathAndQuery: "/", challenge: text, bodyHash: hash)
    }
    #expect(throws: RequestBinding.Unsignable.method) {
      try RequestBinding(method: text, pathAndQuery: "/", challenge: "c", bodyHash: hash)
    }
    #expect(throws: RequestBinding.Unsignable.path) {
      try RequestBinding(method: "GET", pathAndQuery: text, challenge: "c", bodyHash: hash)
    }
  }

  @Test(
    "the path is the one that goes over the wire",
    arguments: [
      ("https://h", "/"), ("https://h/", "/"), ("https://h/a%2Fb?q=%C3%A9", "/a%2Fb?q=%C3%A9"), ("https://h/a?", "/a?"),
      ("https://h/a#f", "/a"), ("https://h/..a/b.", "/..a/b."),
    ])
  func path(_ address: String, _ expected: String) throws {
    #expect(try RequestBinding.pathAndQuery(of: try #require(URL(string: address))) == expected)
  }

  @Test(
    "dot segments are refused",
    arguments: ["https://h/a/../b", "https://h/./b", "https://h/a/%2e%2E/b", "https://h/.."])
  func dotSegments(_ address: String) throws {
    let url = try #require(URL(string: address))
    #expect(throws: RequestBinding.Unsignable.path) { try RequestBinding.pathAndQuery(of: url) }
  }
}
