import Foundation

/// One connection at a time to one server, for one thread. It sends what it is told to, however odd.
public final class WireClient {
  /// The connection failed, or what came is not HTTP.
  public struct Failure: Error {
    /// What went wrong.
    public let reason: String
  }

  private let port: UInt16
  private var socket: Int32 = -1
  private var received: [UInt8] = []

  /// A client of a port on this machine.
  public init(port: UInt16) {
    self.port = port
  }

  deinit {
    disconnect()
  }

  /// Sends a request and reads its answer; once more over a new connection when the server had closed the old one.
  public func exchange(_ request: WireRequest) throws -> WireAnswer {
    let isFresh = socket < 0
    do {
      return try attempt(request)
    } catch {
      disconnect()
      if isFresh { throw error }
      return try attempt(request)
    }
  }

  /// Sends a request whose answer is a stream, and reads until what has come satisfies the caller, or the stream ends.
  public func stream(_ request: WireRequest, until isEnough: (String) -> Bool) throws -> (status: Int, text: String) {
    disconnect()
    try connect()
    defer { disconnect() }
    try write(request.bytes)
    let head = try readHead()
    let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    while true {
      let text = String(decoding: received, as: UTF8.self)
      if isEnough(text) { return (status, text) }
      do { try fill() } catch { return (status, text) }
    }
  }

  private func attempt(_ request: WireRequest) throws -> WireAnswer {
    if socket < 0 { try connect() }
    try write(request.bytes)
    let answer = try readAnswer(to: request.method)
    if answer.headers["connection"]?.lowercased() == "close" { disconnect() }
    return answer
  }

  private func connect() throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var yes: Int32 = 1
    setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { throw Failure(reason: "no connection: \(String(cString: strerror(errno)))") }
  }

  private func disconnect() {
    if socket >= 0 { close(socket) }
    socket = -1
    received = []
  }

  private func write(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        send(socket, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      // A server that has refused the header may close while the body is still on its way; its answer is there to read.
      guard count > 0 else { return }
      sent += count
    }
  }

  private func readAnswer(to method: String) throws -> WireAnswer {
    let head = try readHead()
    var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty, let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") else {
      throw Failure(reason: "no status line")
    }
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    if status == 100 { return try readAnswer(to: method) }
    return WireAnswer(status: status, headers: headers, body: try readBody(status, headers, method))
  }

  private func readHead() throws -> String {
    while true {
      if let end = received.firstRange(of: [13, 10, 13, 10]) {
        let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
        received.removeFirst(end.upperBound)
        return head
      }
      try fill()
    }
  }

  private func readBody(_ status: Int, _ headers: [String: String], _ method: String) throws -> [UInt8] {
    if method == "HEAD" || status == 204 || status == 304 { return [] }
    if headers["content-type"]?.hasPrefix("text/event-stream") == true {
      // A stream does not end by itself; its beginning is enough, and it is the last answer on its connection.
      defer { disconnect() }
      return received
    }
    guard let length = headers["content-length"].flatMap(Int.init) else { throw Failure(reason: "a body of no length") }
    while received.count < length { try fill() }
    defer { received.removeFirst(length) }
    return Array(received.prefix(length))
  }

  private func fill() throws {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else {
      throw Failure(reason: count == 0 ? "the server closed the connection" : String(cString: strerror(errno)))
    }
    received.append(contentsOf: buffer.prefix(count))
  }
}
