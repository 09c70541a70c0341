import AppleLab
import Foundation
import HTTP2TestServer
import Locking

/// A tenant's server that webhooks are sent to: it keeps what arrives and answers as it is told.
public final class WebhookReceiver: Sendable {
  /// A message that arrived.
  public struct Message: Sendable {
    /// `webhook-id`.
    public let id: String
    /// `webhook-timestamp`.
    public let timestamp: Int
    /// `webhook-signature`.
    public let signature: String
    /// The body.
    public let body: [UInt8]
    /// `content-type`.
    public let contentType: String?

    /// The body's member `type`.
    public var type: String? {
      ((try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any])?["type"] as? String
    }
  }

  /// Where it is reached.
  public let url: String
  /// The root that vouches for it, PEM.
  public let rootPEM: String
  private let received = Locked<[Message]>([])
  private let answer = Locked(HTTP2Reply(status: 200))
  private let server: HTTP2Server

  /// Starts to listen on the loopback address.
  public init() throws {
    let transport = try LabTransport()
    rootPEM = transport.rootPEM
    let (received, answer) = (received, answer)
    server = try HTTP2Server(identity: transport.identity) { request in
      let message = Message(
        id: request.header("webhook-id") ?? "", timestamp: Int(request.header("webhook-timestamp") ?? "") ?? 0,
        signature: request.header("webhook-signature") ?? "", body: request.body,
        contentType: request.header("content-type"))
      received.withLock { $0.append(message) }
      return answer.withLock { $0 }
    }
    url = "https://127.0.0.1:\(server.port)/hooks"
  }

  /// What arrived so far, in order.
  public var messages: [Message] { received.withLock { $0 } }

  /// From now on it answers so.
  public func answers(_ status: Int, headers: [(name: String, value: String)] = []) {
    answer.withLock { $0 = HTTP2Reply(status: status, headers: headers) }
  }

  /// Stops to listen.
  public func stop() { server.stop() }
}
