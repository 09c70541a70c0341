public import Foundation
public import Timing

/// What is known of a request before its body: enough to refuse it. A class, because it goes from hand to hand.
public final class HTTPRequestHead: Sendable {
  /// The method, exactly as received (methods are case-sensitive).
  public let method: String
  /// The path, percent-encoded exactly as received. Nothing is decoded or normalised: request bindings sign these bytes.
  public let path: String
  /// What followed the first `?`, exactly as received; nil when there was no `?`, empty when nothing followed it.
  public let query: String?
  /// The minor version: 0 for HTTP/1.0, 1 for HTTP/1.1.
  public let minorVersion: Int
  /// The header fields.
  public let headers: HTTPHeaders
  /// The length that the client announced; nil when there is no body.
  public let contentLength: Int?
  /// When the request line had been read, on a clock that never jumps: deadlines are counted from here.
  public let receivedAt: Uptime
  /// When the request line had been read, in world time.
  public let receivedAtDate: Date
  /// The client's address as text, without a port. Behind a reverse proxy it is the proxy's.
  public let remoteAddress: String

  /// How long ago the request line had been read.
  public var elapsed: Duration { Uptime.now - receivedAt }

  /// The request target, exactly as received: path, and the query when there was one.
  public var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? path }

  /// A head made by hand, as tests of handlers need it.
  public convenience init(
    method: String, path: String, query: String? = nil, minorVersion: Int = 1, headers: HTTPHeaders = [:],
    contentLength: Int? = nil, receivedAt: Uptime = .now, receivedAtDate: Date = Date(),
    remoteAddress: String = ""
  ) {
    self.init(
      method: method, target: RequestTarget(path: path, query: query), minorVersion: minorVersion, headers: headers,
      contentLength: contentLength, receivedAt: receivedAt, receivedAtDate: receivedAtDate,
      remoteAddress: remoteAddress)
  }

  init(
    method: String, target: RequestTarget, minorVersion: Int, headers: HTTPHeaders, contentLength: Int?,
    receivedAt: Uptime, receivedAtDate: Date, remoteAddress: String
  ) {
    self.method = method
    self.path = target.path
    self.query = target.query
    self.minorVersion = minorVersion
    self.headers = headers
    self.contentLength = contentLength
    self.receivedAt = receivedAt
    self.receivedAtDate = receivedAtDate
    self.remoteAddress = remoteAddress
  }
}
