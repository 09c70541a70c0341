import Foundation

/// Sends JSON and reads JSON, for the two servers.
struct JSONExchange: Sendable {
  /// An answer that is no refusal and not what was agreed either.
  struct Unreadable: Error {
    let status: Int
  }

  let transport: any ClientTransport
  let base: URL

  /// The answer to a request; a refusal is thrown as ``ServerRefusal``.
  func send(
    _ method: String, _ path: String, headers: [String: String], body: (any Encodable)? = nil
  ) async throws -> ClientResponse {
    guard let url = URL(string: base.absoluteString + path) else { throw URLError(.badURL) }
    var request = ClientRequest(method: method, url: url, headers: headers)
    request.headers["Accept"] = "application/json"
    if let body {
      request.headers["Content-Type"] = "application/json"
      request.body = try JSONEncoder().encode(body)
    }
    let response = try await transport.send(request)
    if let refusal = ServerRefusal(response) { throw refusal }
    return response
  }

  /// Reads the body of an answer.
  func read<Value: Decodable>(_ type: Value.Type, from response: ClientResponse) throws -> Value {
    guard let value = try? JSONDecoder().decode(type, from: response.body) else {
      throw Unreadable(status: response.status)
    }
    return value
  }
}
