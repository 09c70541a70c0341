import CMicroHTTPD
import Foundation
import Timing

/// A request while it arrives. Lives on the daemon's thread.
struct IncomingRequest {
  enum Stage {
    /// The request line is known, the header not.
    case head
    /// The head was accepted; the body arrives.
    case body
    /// The handler has it.
    case dispatched
  }

  private(set) var stage = Stage.head
  private var target: Result<RequestTarget, HTTPServerFault> = .failure(.malformed(.target))
  private var line = RequestLine(target: nil)
  private(set) var received = Uptime.now
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []

  mutating func begin(target: UnsafePointer<CChar>?, at now: Uptime, limit: Int) {
    reset()
    received = now
    line = RequestLine(target: target)
    self.target = RequestTarget.parse(target, limit: limit)
  }

  mutating func reset() {
    stage = .head
    head = nil
    body = []
  }

  mutating func readHead(
    _ connection: OpaquePointer, call: HandlerCall, limits: HTTPServerConfiguration, remoteAddress: String
  ) throws(HTTPServerFault) -> HTTPRequestHead {
    let target = try self.target.get()
    guard line.isWhole(method: call.method, version: call.version) else { throw .malformed(.target) }
    let section = try HeaderSection.read(connection, call: call, limits: limits)
    let contentLength = try section.framing.contentLength(minorVersion: section.minorVersion)
    let head = HTTPRequestHead(
      method: try RequestMethod.parse(call.method), target: target, minorVersion: section.minorVersion,
      headers: section.headers, contentLength: contentLength, receivedAt: received, receivedAtDate: Date(),
      remoteAddress: remoteAddress)
    self.head = head
    return head
  }

  mutating func allowBody(of head: HTTPRequestHead, limit: Int) throws(HTTPServerFault) {
    let announced = head.contentLength ?? 0
    guard announced <= limit else { throw .bodyTooLarge(limit: limit) }
    if announced > 0 { body.reserveCapacity(announced) }
    stage = .body
  }

  /// Appends a piece of the body. All of it was announced and allowed.
  mutating func append(_ call: HandlerCall) { body.append(contentsOf: call.takeBody()) }

  mutating func finish() -> HTTPRequest? {
    guard let head else { return nil }
    stage = .dispatched
    let request = HTTPRequest(head: head, body: body)
    self.head = nil
    body = []
    return request
  }
}
