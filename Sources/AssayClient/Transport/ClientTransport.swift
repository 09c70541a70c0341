import Foundation

/// Carries requests to a server.
public protocol ClientTransport: Sendable {
  /// Sends the request and answers what came back, whatever its status. Throws when nothing came back.
  func send(_ request: ClientRequest) async throws -> ClientResponse
}

/// A request, with the exact bytes of its body.
public struct ClientRequest: Sendable, Equatable {
  /// The method, such as `POST`.
  public var method: String
  /// The address.
  public var url: URL
  /// The header fields.
  public var headers: [String: String]
  /// The body, or nil for none.
  public var body: Data?

  /// A request.
  public init(method: String, url: URL, headers: [String: String] = [:], body: Data? = nil) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }
}

/// A response.
public struct ClientResponse: Sendable, Equatable {
  /// The status.
  public let status: Int
  /// The header fields.
  public let headers: [String: String]
  /// The body.
  public let body: Data

  /// A response.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header field, whatever the case of its name.
  public func header(_ name: String) -> String? {
    headers.first { $0.key.caseInsensitiveCompare(name) == .orderedSame }?.value
  }
}
