import CLabEpoll
import Glibc

/// One connection of the engine: at most one request under way.
struct LoadConnection {
  enum State: Equatable {
    case closed
    case connecting
    case idle
    case writing
    case reading
    /// Nothing more to do.
    case finished
  }

  var descriptor: Int32 = -1
  var state = State.closed
  var request: [UInt8] = []
  var written = 0
  /// Whether epoll reports when output is possible: while connecting, and while a request did not fit.
  var watchesOutput = false
  var startedAt: UInt64 = 0
  var reader = ResponseReader()

  /// Whether the whole request is with the kernel; nil when the connection is broken.
  mutating func write() -> Bool? {
    let count = request.withUnsafeBytes { bytes in
      Glibc.send(
        descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, Int32(MSG_NOSIGNAL))
    }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? false : nil }
    written += count
    return written == request.count
  }
}
