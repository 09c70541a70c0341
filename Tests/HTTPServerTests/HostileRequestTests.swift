import Foundation
import HTTPServer
import Synchronization
import Testing

/// A request that must be refused before its body is read, and the code it is refused with.
struct HostileRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let bytes: String
  let status: Int
  let code: String

  init(_ name: String, _ bytes: String, _ status: Int, _ code: String) {
    self.name = name
    self.bytes = bytes
    self.status = status
    self.code = code
  }

  var testDescription: String { name }

  static let all: [HostileRequest] = [
    .init(
      "length beside a transfer coding",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400, "length_and_transfer_coding"),
    .init(
      "a body in chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n", 411,
      "length_required"),
    .init(
      "a body in chunks that asks first",
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: Chunked\r\n\r\n", 411, "length_required"
    ),
    .init(
      "a bare LF behind the size of a chunk",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\nabc\r\n0\r\n\r\n", 411, "length_required"),
    .init(
      "a bare LF in trailers",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\nX: y\n\n", 411, "length_required"),
    .init(
      "the size of a chunk that is none",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", 411, "length_required"),
    .init(
      "a transfer coding before the length",
      "POST / HTTP/1.1\r\nHost: a\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n",
      400, "length_and_transfer_coding"),
    .init(
      "two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd", 400,
      "repeated_content_length"),
    .init(
      "the same length twice", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\ncontent-length: 4\r\n\r\nabcd",
      400, "repeated_content_length"),
    .init("no host", "GET / HTTP/1.1\r\n\r\n", 400, "missing_host"),
    .init("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400, "repeated_host"),
    .init("two hosts in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", 400, "repeated_host"),
    .init("a list of hosts", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", 400, "bad_host"),
    .init("a host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "bad_host"),
    .init(
      "gzip before chunked", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_coding"),
    .init(
      "an unknown coding", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_coding"),
    .init(
      "chunked twice",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_coding"),
    .init(
      "chunked in HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501,
      "unsupported_transfer_coding"),
    .init("a folded line", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n", 400, "bad_line_ending"),
    .init("a folded line with a tab", "GET / HTTP/1.1\r\nX-A: b\r\n\tc\r\nHost: a\r\n\r\n", 400, "bad_line_ending"),
    .init("a bare LF behind a field", "GET / HTTP/1.1\r\nHost: a\nX-A: b\r\n\r\n", 400, "bad_line_ending"),
    .init("a bare LF behind the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", 400, "bad_line_ending"),
    .init("a bare LF as the empty line", "GET / HTTP/1.1\r\nHost: a\r\n\nxxxx", 400, "bad_line_ending"),
    .init("bare LF everywhere", "GET / HTTP/1.1\nHost: a\n\n", 400, "bad_line_ending"),
    .init(
      "a space before the colon", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 4\r\n\r\nabcd", 400, "bad_header_name"
    ),
    // The library takes it for the end of the header: what follows would be read as a body or another request.
    .init("an empty field name", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n", 400, "bad_line_ending"),
    .init("nothing but a colon", "GET / HTTP/1.1\r\nHost: a\r\n:\r\n", 400, "bad_line_ending"),
    .init(
      "a control character in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\u{1}c\r\n\r\n", 400, "bad_header_value"),
    .init("a bare CR in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\rc\r\n\r\n", 400, "bad_header_value"),
    .init("a zero in a value", "GET / HTTP/1.1\r\nHost: a\r\nX-A: b\u{0}c\r\n\r\n", 400, "bad_line_ending"),
    .init("a space in the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a zero in the path", "GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a zero in the query", "GET /a?b\u{0}c HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a zero behind the target", "GET /a\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a zero for a target", "GET \u{0} HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a zero in the method", "GET\u{0}X /a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("two spaces before the target", "GET  /a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("two spaces behind the target", "GET /a  HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a fragment in the target", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("an absolute target", "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("bytes beyond ASCII in the target", "GET /é HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_target"),
    .init("a method that is no token", "GE(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "bad_method"),
    .init(
      "an unknown expectation", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n", 417,
      "unsupported_expectation"),
    .init("a body over the limit", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1001\r\n\r\n", 413, "body_too_large"),
    .init(
      "a body over the limit that asks first",
      "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1001\r\n\r\n", 413, "body_too_large"),
    .init(
      "a target over the limit", "GET /\(String(repeating: "a", count: 2048)) HTTP/1.1\r\nHost: a\r\n\r\n", 414,
      "target_too_long"),
    .init(
      "headers over the limit", "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "a", count: 8192))\r\n\r\n", 431,
      "headers_too_large"),
    .init(
      "more fields than allowed",
      "GET / HTTP/1.1\r\nHost: a\r\n\(String(repeating: "X: y\r\n", count: 64))\r\n", 431, "headers_too_large"),
  ]
}

extension HostileRequest {
  /// What the library itself finds unreadable, before a handler is asked.
  static let unreadable: [HostileRequest] = [
    .init("no version", "GET /\r\n\r\n", 400, "malformed_request"),
    .init("another major version", "GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "bad_http_version"),
    .init("an old version", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505, "bad_http_version"),
    .init("a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n", 400, "malformed_request"),
    .init("a field without a colon", "GET / HTTP/1.1\r\nHost a\r\n\r\n", 400, "malformed_request"),
    .init(
      "a negative length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, "malformed_request"),
    .init(
      "a length with a sign", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +4\r\n\r\nabcd", 400,
      "malformed_request"),
    .init(
      "a list of lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4,4\r\n\r\nabcd", 400, "malformed_request"),
    .init(
      "a length in hexadecimal", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x4\r\n\r\nabcd", 400,
      "malformed_request"),
    .init("an empty length", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \r\n\r\n", 400, "malformed_request"),
    .init(
      "a length beyond all measure",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\nabcd", 400, "bad_content_length"),
    .init(
      "a target that fills the memory", "GET /\(String(repeating: "a", count: 60_000)) HTTP/1.1\r\nHost: a\r\n\r\n",
      414,
      "target_too_long"),
    .init(
      "headers that fill the memory",
      "GET / HTTP/1.1\r\nHost: a\r\nX-A: \(String(repeating: "a", count: 60_000))\r\n\r\n", 431, "headers_too_large"),
  ]
}

@Suite("requests that no handler sees")
struct HostileRequestTests {
  @Test("is refused with its code, and the connection closed", arguments: HostileRequest.all)
  func isRefused(_ request: HostileRequest) throws {
    let server = try RunningServer()
    // The second request must never be served: it is what a smuggler would hide behind the first.
    let answer = try server.exchange(request.bytes + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer)")
    #expect(answer.contains("\"code\":\"\(request.code)\""), "\(answer)")
    #expect(answer.contains("application/problem+json"))
    #expect(!answer.contains("100 Continue") && !answer.contains("smuggled"))
    #expect(server.handler.handled.load(ordering: .relaxed) == 0)
  }

  @Test(
    "what the library refuses by itself gets one answer in the server's form, and the connection is closed",
    arguments: HostileRequest.unreadable)
  func isUnreadable(_ request: HostileRequest) throws {
    let server = try RunningServer()
    let answer = try server.exchange(request.bytes + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    let (head, body) = try #require(Self.parts(of: answer), "\(answer)")
    #expect(head.hasPrefix("HTTP/1.1 \(request.status) "), "\(answer)")
    #expect(head.contains("Content-Type: application/problem+json") && head.contains("Connection: close"))
    #expect(
      head.contains("Content-Length: \(body.utf8.count)\r\n") || head.hasSuffix("Content-Length: \(body.utf8.count)"))
    #expect(body == #"{"type":"about:blank","status":\#(request.status),"code":"\#(request.code)"}"#)
    #expect(server.handler.handled.load(ordering: .relaxed) == 0)
  }

  @Test("the refusal of what the library cannot read is one answer also when it arrives byte by byte")
  func unreadableInPieces() throws {
    let server = try RunningServer()
    for request in HostileRequest.unreadable where request.bytes.utf8.count < 100 {
      let connection = try server.connect()
      for byte in request.bytes.utf8 { connection.send([byte]) }
      let answer = connection.readToEnd()
      #expect(answer.components(separatedBy: "HTTP/1.1 \(request.status) ").count == 2, "\(request.name): \(answer)")
      #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2, "\(request.name): \(answer)")
    }
  }

  @Test(
    "what is no request line at all is closed without an answer",
    arguments: ["\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n", "GET\r\n\r\n"])
  func isNoHTTP(_ bytes: String) throws {
    let server = try RunningServer()
    let answer = try server.exchange(bytes + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(answer.isEmpty)
    #expect(server.handler.handled.load(ordering: .relaxed) == 0)
  }

  /// Head and body of a text that holds exactly one answer.
  private static func parts(of answer: String) -> (String, String)? {
    let parts = answer.components(separatedBy: "\r\n\r\n")
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }
}
