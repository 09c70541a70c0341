import Cryptography
import Glibc

/// One client: a socket, its TLS and its framing. It belongs to the server's thread.
final class HTTP2Connection {
  let descriptor: Int32
  let number: Int
  private(set) var isClosed = false
  private let tls: TLSServerSession
  private let session: HTTP2Session
  private var unsent: ArraySlice<UInt8> = []
  private var closesWhenSent = false

  init(descriptor: Int32, number: Int, identity: TLSServerIdentity) throws {
    self.descriptor = descriptor
    self.number = number
    tls = try TLSServerSession(identity)
    session = try HTTP2Session()
  }

  deinit {
    close(descriptor)
  }

  /// True when the socket should be watched for room.
  var wantsRoom: Bool { !unsent.isEmpty }

  /// Reads what has come and gives the requests that are complete.
  func readable() -> [(stream: Int32, request: HTTP2Request)] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else {
      if count == 0 || errno != EAGAIN { isClosed = true }
      return []
    }
    do {
      let plain = try tls.receive(chunk.prefix(count))
      if !plain.isEmpty { try session.receive(plain) }
    } catch {
      // A client that does not trust the certificate, or talks no HTTP/2, ends here.
      closesWhenSent = true
    }
    flush()
    let complete = session.complete
    session.complete = []
    return complete.map { entry in
      var request = entry.request
      request.connection = number
      return (entry.stream, request)
    }
  }

  func answer(_ reply: HTTP2Reply, on stream: Int32) {
    switch reply.ending {
    case .silence: return
    case .cutAtOnce: isClosed = true
    case .whole, .resetHalfway: session.reply(reply, on: stream)
    case .cutHalfway:
      var half = reply
      // The length that is announced stays the whole one, so that the cut shows.
      half.headers.append(("content-length", String(reply.body.count)))
      half.body = Array(reply.body.prefix(reply.body.count / 2))
      half.ending = .resetHalfway
      session.reply(half, on: stream)
      closesWhenSent = true
    }
    flush()
  }

  /// Sends as much as the socket takes.
  func flush() {
    do {
      if tls.isEstablished { try tls.send(session.pending()) }
    } catch {
      closesWhenSent = true
    }
    unsent += tls.pending()
    while !unsent.isEmpty {
      let count = unsent.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else {
        if errno != EAGAIN { isClosed = true }
        return
      }
      unsent = unsent.dropFirst(count)
    }
    if closesWhenSent { isClosed = true }
  }
}
