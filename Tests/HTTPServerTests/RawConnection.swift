import Foundation

/// A TCP connection that sends bytes as they are given. Reads end after five seconds, so that a server that forgets a
/// client fails a test and does not hang it.
final class RawConnection {
  private let descriptor: Int32
  private var unread: [UInt8] = []

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var patience = timeval(tv_sec: 5, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.init(rawValue: errno) ?? .ECONNREFUSED) }
  }

  deinit { close(descriptor) }

  func send(_ text: String) { send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Foundation.send(
          descriptor, UnsafeRawBufferPointer(rebasing: buffer[sent...]).baseAddress, bytes.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  func closeSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Some more bytes; nil at the end of the connection or of patience.
  func readSome() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Everything until the server closes.
  func readToEnd() -> String {
    var all = unread
    unread = []
    while let bytes = readSome() { all += bytes }
    return String(decoding: all, as: UTF8.self)
  }

  /// The same, sending a little every few milliseconds: never idle, never done.
  func readToEnd(sendingMeanwhile text: String) -> String {
    var all = unread
    let end = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < end {
      send(text)
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20) > 0 else { continue }
      guard let bytes = readSome() else { break }
      all += bytes
    }
    return String(decoding: all, as: UTF8.self)
  }

  /// Everything up to and with the given text.
  func read(until end: String) -> String {
    let mark = Array(end.utf8)
    var all = unread
    while true {
      if let range = all.firstRange(of: mark) {
        unread = Array(all[range.upperBound...])
        return String(decoding: all[..<range.upperBound], as: UTF8.self)
      }
      guard let bytes = readSome() else {
        unread = []
        return String(decoding: all, as: UTF8.self)
      }
      all += bytes
    }
  }

  /// One response with a `Content-Length`.
  func readResponse(hasBody: Bool = true) -> RawResponse {
    let head = read(until: "\r\n\r\n")
    var response = RawResponse(head: head, body: "")
    guard hasBody, let length = response.header("content-length").flatMap(Int.init) else { return response }
    while unread.count < length, let bytes = readSome() { unread += bytes }
    response.body = String(decoding: unread.prefix(length), as: UTF8.self)
    unread.removeFirst(min(length, unread.count))
    return response
  }

  /// Whether the server has closed its side.
  func isClosedByServer() -> Bool { unread.isEmpty && readSome() == nil && errno != EAGAIN }
}

/// A response as text.
struct RawResponse {
  let head: String
  var body: String

  var status: Int { Int(head.split(separator: " ").dropFirst().first ?? "") ?? 0 }

  func header(_ name: String) -> String? {
    for line in head.components(separatedBy: "\r\n").dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == name else { continue }
      return parts[1].trimmingCharacters(in: .whitespaces)
    }
    return nil
  }
}
