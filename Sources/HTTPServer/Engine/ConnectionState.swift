import Timing

/// Where a connection stands. The daemon's thread, the completing thread and the watch meet here, under one lock.
struct ConnectionState {
  enum Phase {
    /// Between two requests; `dataSeen` is when the watch first saw bytes of the next one.
    case waiting(since: Uptime, dataSeen: Uptime?)
    /// The request line has arrived, the rest has not.
    case reading(until: Uptime)
    /// The handler is being called.
    case handling(until: Uptime)
    /// The handler returned without an answer; the daemon leaves the connection alone until it is resumed.
    case suspended(until: Uptime)
    /// The answer is there and the daemon's thread has not fetched it yet.
    case answered(HTTPResponse)
    /// The answer is on its way.
    case sending(until: Uptime)
    /// A stream is on its way, without a limit of time.
    case streaming(HTTPBodyStream)
    /// The watch gave the client up; nothing more is read or answered.
    case expired
  }

  var phase: Phase
  /// The socket; -1 once the daemon is about to close it, after which the number may belong to someone else.
  var socket: Int32
  /// Counts requests, so that a late answer to an earlier request finds nobody.
  var serial: UInt64 = 0

  var isWaiting: Bool {
    guard case .waiting = phase else { return false }
    return true
  }

  /// What became of an answer.
  enum Acceptance {
    /// Nobody waits for it.
    case refused
    /// The daemon's thread will fetch it.
    case kept
    /// The daemon's thread will fetch it once the connection is resumed.
    case keptForResumption
  }

  /// Takes an answer to request `serial`.
  mutating func take(_ response: HTTPResponse, serial: UInt64) -> Acceptance {
    guard serial == self.serial else { return .refused }
    switch phase {
    case .handling:
      phase = .answered(response)
      return .kept
    case .suspended:
      phase = .answered(response)
      return .keptForResumption
    default: return .refused
    }
  }
}
