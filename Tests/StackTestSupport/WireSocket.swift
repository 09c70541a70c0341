import Foundation
import Glibc

/// A TCP socket of this machine, closed when nobody holds it any more. All calls block.
final class WireSocket: Sendable {
  /// A call of the system failed.
  struct Failure: Error {
    let call: String
    let number: Int32
  }

  private let descriptor: Int32

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  /// A socket that listens on a free port.
  static func listening() throws -> WireSocket {
    let socket = WireSocket(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    try withAddress(port: 0) { try check("bind", bind(socket.descriptor, $0, $1)) }
    try check("listen", listen(socket.descriptor, 128))
    return socket
  }

  /// A socket that is connected to a port.
  static func connected(to port: UInt16) throws -> WireSocket {
    let socket = WireSocket(Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
    try withAddress(port: port) { try check("connect", connect(socket.descriptor, $0, $1)) }
    return socket
  }

  /// The port that it listens on.
  var port: UInt16 {
    get throws {
      var address = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
      }
      try Self.check("getsockname", status)
      return UInt16(bigEndian: address.sin_port)
    }
  }

  /// The next connection; nil when the socket is closed.
  func accept() -> WireSocket? {
    let accepted = Glibc.accept(descriptor, nil, nil)
    return accepted < 0 ? nil : WireSocket(accepted)
  }

  func write(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard sent > 0 else { return }
      rest = rest.dropFirst(sent)
    }
  }

  /// One HTTP message with the body that its `Content-Length` names; nil when it ends before.
  func readMessage() -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstRange(of: [13, 10, 13, 10])?.upperBound {
        let missing = end + Self.length(in: bytes[..<end]) - bytes.count
        if missing <= 0 { return bytes }
      }
      guard let more = read() else { return nil }
      bytes += more
    }
  }

  func readToEnd() -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = read() { bytes += more }
    return bytes
  }

  private func read() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  private static func length(in head: ArraySlice<UInt8>) -> Int {
    let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
    let value = lines.first { $0.hasPrefix("content-length:") }?.dropFirst("content-length:".count)
    return value.flatMap { Int($0.trimmingCharacters(in: .whitespaces)) } ?? 0
  }

  private static func withAddress(
    port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
  ) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
    try withUnsafePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func check(_ call: String, _ status: Int32) throws {
    guard status == 0 else { throw Failure(call: call, number: errno) }
  }
}
