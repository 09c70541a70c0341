public import Foundation
public import Timing

/// A request that has been read whole.
public struct HTTPRequest: Sendable {
  /// Everything before the body.
  public let head: HTTPRequestHead
  /// The body, without its transfer coding. At most as long as the handler allowed.
  public let body: [UInt8]

  /// A request made by hand, as tests of handlers need it.
  public init(head: HTTPRequestHead, body: [UInt8] = []) {
    self.head = head
    self.body = body
  }

  /// The method, exactly as received.
  public var method: String { head.method }
  /// The percent-encoded path, exactly as received.
  public var path: String { head.path }
  /// The percent-encoded query, exactly as received.
  public var query: String? { head.query }
  /// The header fields.
  public var headers: HTTPHeaders { head.headers }
  /// When the request line had been read, on a clock that never jumps.
  public var receivedAt: Uptime { head.receivedAt }
  /// When the request line had been read, in world time.
  public var receivedAtDate: Date { head.receivedAtDate }
}
