import Glibc

/// A TCP socket on the loopback address that waits for clients.
struct ListeningSocket: ~Copyable {
  let descriptor: Int32
  let port: Int

  init(port: Int) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw HTTP2ServerError(call: "socket", code: errno) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    do {
      self.port = try Self.bind(descriptor, port)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    close(descriptor)
  }

  private static func bind(_ descriptor: Int32, _ port: Int) throws -> Int {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
    address.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        guard Glibc.bind(descriptor, generic, size) == 0, listen(descriptor, 128) == 0 else { return errno }
        return getsockname(descriptor, generic, &size) == 0 ? 0 : errno
      }
    }
    guard status == 0 else { throw HTTP2ServerError(call: "bind", code: status) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}
