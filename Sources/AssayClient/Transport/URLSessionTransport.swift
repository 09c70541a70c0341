import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's URL loading, without redirects: a signed request goes where it was signed for, or nowhere.
public struct URLSessionTransport: ClientTransport {
  /// What came back is not HTTP.
  public struct NotHTTP: Error, Sendable {}

  private let session: URLSession
  private let delegate = RedirectRefusal()

  /// A transport; `timeoutSeconds` bounds the wait for each answer.
  public init(timeoutSeconds: Double = 30) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeoutSeconds
    configuration.httpShouldSetCookies = false
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Sends the request. Throws what Foundation throws when no answer came.
  public func send(_ request: ClientRequest) async throws -> ClientResponse {
    var message = URLRequest(url: request.url)
    message.httpMethod = request.method
    message.httpBody = request.body
    for (name, value) in request.headers { message.setValue(value, forHTTPHeaderField: name) }
    let (body, answer) = try await session.data(for: message)
    guard let answer = answer as? HTTPURLResponse else { throw NotHTTP() }
    var headers: [String: String] = [:]
    for case (let name as String, let value as String) in answer.allHeaderFields { headers[name] = value }
    return ClientResponse(status: answer.statusCode, headers: headers, body: body)
  }
}

/// Answers every redirect with "no", so that the caller sees the redirect itself.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate, Sendable {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
