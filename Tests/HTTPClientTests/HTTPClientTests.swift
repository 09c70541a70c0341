import Foundation
import HTTPClient
import Testing

@Suite("the HTTP client")
struct HTTPClientTests {
  private func client(_ adjust: (inout HTTPClientConfiguration) -> Void = { _ in }) throws -> HTTPClient {
    var configuration = HTTPClientConfiguration()
    adjust(&configuration)
    return try HTTPClient(configuration: configuration)
  }

  private func failure(_ client: HTTPClient, _ request: HTTPClientRequest) async -> HTTPClientError.Code? {
    do throws(HTTPClientError) {
      _ = try await client.send(request)
      return nil
    } catch {
      return error.code
    }
  }

  @Test("sends method, fields and body, and reads the whole answer", arguments: ["GET", "POST", "PUT", "DELETE"])
  func exchange(method: String) async throws {
    let server = try TestServer()
    let body = method == "GET" ? [] : Array("hello".utf8)
    let response = try await client().send(
      HTTPClientRequest(method: method, url: server.url + "/a%2Fb?c=d", headers: [("X-Test", "t")], body: body))
    #expect(response.status == 200 && response.version == "HTTP/1.1")
    #expect(response.header("x-reply") == "yes")
    #expect(
      String(decoding: response.body, as: UTF8.self) == "\(method) /a%2Fb?c=d t "
        + String(decoding: body, as: UTF8.self))
  }

  @Test("a body with zeros and of more than a buffer arrives as it is")
  func binaryBody() async throws {
    let server = try TestServer()
    let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let response = try await client().send(HTTPClientRequest(method: "POST", url: server.url + "/x", body: body))
    #expect(response.body.suffix(body.count).elementsEqual(body))
  }

  @Test("HEAD has no body, an empty POST has none either")
  func noBody() async throws {
    let server = try TestServer()
    let client = try client()
    #expect(try await client.send(HTTPClientRequest(method: "HEAD", url: server.url + "/x")).body.isEmpty)
    let response = try await client.send(HTTPClientRequest(method: "POST", url: server.url + "/x"))
    #expect(String(decoding: response.body, as: UTF8.self) == "POST /x - ")
  }

  @Test("a redirect is an answer and is not followed")
  func redirect() async throws {
    let server = try TestServer()
    let response = try await client().send(HTTPClientRequest(url: server.url + "/redirect"))
    #expect(response.status == 302 && response.header("Location") == server.url + "/elsewhere")
  }

  @Test("a body over the cap is an error, announced or not", arguments: ["/large", "/endless"])
  func bodyCap(path: String) async throws {
    let server = try TestServer()
    let client = try client { $0.maximumBodyBytes = 4999 }
    #expect(await failure(client, HTTPClientRequest(url: server.url + path)) == .bodyTooLarge)
    let exact = try self.client { $0.maximumBodyBytes = 5000 }
    if path == "/large" { #expect(await failure(exact, HTTPClientRequest(url: server.url + path)) == nil) }
  }

  @Test("an exchange that takes too long ends with a timeout")
  func timeout() async throws {
    let server = try TestServer()
    let request = HTTPClientRequest(url: server.url + "/hold", timeout: .milliseconds(100))
    #expect(await failure(try client(), request) == .timeout)
  }

  @Test("a cancelled task abandons its exchange")
  func cancellation() async throws {
    let server = try TestServer()
    let client = try client()
    let url = server.url
    let task = Task { await failure(client, HTTPClientRequest(url: url + "/hold")) }
    while server.heldCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  @Test("shutting down abandons everything, and later requests fail")
  func shutDown() async throws {
    let server = try TestServer()
    let client = try client()
    let url = server.url
    let task = Task { await failure(client, HTTPClientRequest(url: url + "/hold")) }
    while server.heldCount == 0 { try await Task.sleep(for: .milliseconds(2)) }
    client.shutDown()
    #expect(await task.value == .cancelled)
    #expect(await failure(client, HTTPClientRequest(url: url + "/x")) == .cancelled)
  }

  @Test("failures say what they are")
  func failures() async throws {
    let client = try client()
    #expect(await failure(client, HTTPClientRequest(url: "http://127.0.0.1:1/")) == .connectFailed)
    #expect(await failure(client, HTTPClientRequest(url: "ftp://127.0.0.1/")) == .badAddress)
    #expect(await failure(client, HTTPClientRequest(url: "file:///etc/passwd")) == .badAddress)
    #expect(await failure(client, HTTPClientRequest(url: "not a url")) == .badAddress)
    #expect(await failure(client, HTTPClientRequest(url: "http://nowhere.invalid/")) == .nameNotResolved)
    #expect(throws: HTTPClientError.self) { try self.client { $0.certificateAuthorities = "/nonexistent" } }
    let injected = HTTPClientRequest(url: "http://127.0.0.1:1/", headers: [("X", "a\r\nY: b")])
    #expect(await failure(client, injected) == .badRequest)
  }

  @Test("a hundred requests at once are all answered")
  func concurrency() async throws {
    let server = try TestServer()
    let client = try client()
    let url = server.url
    let answers = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<100 {
        group.addTask {
          let response = try await client.send(HTTPClientRequest(url: "\(url)/\(number)"))
          return String(decoding: response.body, as: UTF8.self)
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(answers.count == 100)
  }
}
