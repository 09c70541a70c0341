import AppAttest
import Cryptography
import Foundation
import Testing

/// One vector of `Fixtures/request-binding-v1.json`.
struct BindingVector: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let body: String
  let challenge: String
  let method: String
  let pathAndQuery: String
  let clientData: String
  let clientDataText: String
  let clientDataHash: String

  var testDescription: String { name }

  enum CodingKeys: String, CodingKey {
    case name, body, challenge, method
    case pathAndQuery = "path_and_query"
    case clientData = "client_data"
    case clientDataText = "client_data_text"
    case clientDataHash = "client_data_hash"
  }

  private struct File: Decodable {
    let version: Int
    let vectors: [BindingVector]
  }

  static func all() throws -> [BindingVector] {
    try JSONDecoder().decode(File.self, from: Data(Fixture.text("request-binding-v1.json").utf8)).vectors
  }

  func binding() throws -> RequestBinding {
    RequestBinding(
      body: try #require(Base64.decode(body)), challenge: challenge, method: method, pathAndQuery: pathAndQuery)
  }
}

@Suite("Request binding, version 1")
struct RequestBindingTests {
  @Test("the signed bytes are those of the vectors")
  func vectors() throws {
    let vectors = try BindingVector.all()
    #expect(vectors.count >= 5)
    for vector in vectors {
      let binding = try vector.binding()
      #expect(String(decoding: binding.clientData, as: UTF8.self) == vector.clientDataText, "\(vector.name)")
      #expect(Base64.encode(binding.clientData) == vector.clientData, "\(vector.name)")
      #expect(Hex.encode(binding.clientDataHash) == vector.clientDataHash, "\(vector.name)")
    }
  }

  @Test("the challenge is found in the bytes at its default place, as it was written")
  func challengeInside() throws {
    for vector in try BindingVector.all() {
      let rule = ChallengeRule(challenge: [UInt8](vector.challenge.utf8), encoding: .text)
      #expect(throws: Never.self, "\(vector.name)") { try rule.check(try vector.binding().clientData) }
    }
  }

  @Test("any text stays one string of the object, whatever is in it")
  func escapes() throws {
    let texts = (0..<0x80).map { String(Unicode.Scalar(UInt8($0))) } + ["é", "\u{2028}", "😀", #"","challenge":"x"#]
    for text in texts {
      let binding = RequestBinding(body: [], challenge: "c", method: text, pathAndQuery: "/\(text)")
      #expect(try JSONPointer("/method").string(in: binding.clientData) == text)
      #expect(try JSONPointer("/path").string(in: binding.clientData) == "/\(text)")
      #expect(try JSONPointer("/challenge").string(in: binding.clientData) == "c")
    }
  }

  @Test("each part that differs makes other bytes")
  func everyPartCounts() {
    let base = RequestBinding(body: [1], challenge: "a", method: "GET", pathAndQuery: "/")
    for other in [
      RequestBinding(body: [2], challenge: "a", method: "GET", pathAndQuery: "/"),
      RequestBinding(body: [1], challenge: "b", method: "GET", pathAndQuery: "/"),
      RequestBinding(body: [1], challenge: "a", method: "PUT", pathAndQuery: "/"),
      RequestBinding(body: [1], challenge: "a", method: "GET", pathAndQuery: "/?"),
    ] { #expect(other.clientDataHash != base.clientDataHash) }
  }
}
