import HTTPClient
import Testing

@Suite(
  "the HTTP client over TLS",
  .enabled(if: SecureServer.program != nil, "needs nghttpd, from Debian's package nghttp2-server"))
struct SecureTests {
  private func client(trusting path: String?) throws -> HTTPClient {
    var configuration = HTTPClientConfiguration()
    configuration.certificateAuthorities = path
    return try HTTPClient(configuration: configuration)
  }

  private func failure(_ client: HTTPClient, _ url: String) async -> HTTPClientError.Code? {
    do throws(HTTPClientError) {
      _ = try await client.send(HTTPClientRequest(url: url))
      return nil
    } catch {
      return error.code
    }
  }

  /// nghttpd needs a moment until it listens.
  private func start(_ server: SecureServer) async throws -> String {
    let url = "https://localhost:\(server.port)/file"
    let client = try client(trusting: server.certificate)
    while await failure(client, url) == .connectFailed { try await Task.sleep(for: .milliseconds(5)) }
    return url
  }

  @Test("many requests at once share one HTTP/2 connection")
  func multiplexing() async throws {
    let server = try SecureServer()
    let url = try await start(server)
    let before = server.connectionCount
    let client = try client(trusting: server.certificate)
    try await withThrowingTaskGroup(of: HTTPClientResponse.self) { group in
      for _ in 0..<50 { group.addTask { try await client.send(HTTPClientRequest(url: url)) } }
      for try await response in group {
        #expect(response.status == 200 && response.version == "HTTP/2" && response.body.count == 3000)
      }
    }
    #expect(server.connectionCount == before + 1)
  }

  @Test("a certificate that nobody vouches for is refused, and so is another host's")
  func trust() async throws {
    let server = try SecureServer()
    let url = try await start(server)
    #expect(await failure(try client(trusting: nil), url) == .tlsNotTrusted)
    let byAddress = "https://127.0.0.1:\(server.port)/file"
    #expect(await failure(try client(trusting: server.certificate), byAddress) == .tlsNotTrusted)
  }
}
