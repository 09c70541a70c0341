import CMicroHTTPD
import Locking
import Timing

/// What the watch does with one connection.
extension Connection {
  private enum Verdict {
    case fine
    case handlerIsLate(serial: UInt64)
    case streamIsOver(HTTPBodyStream)
  }

  /// Keeps the deadlines of this connection. Called by the watch, on its thread, a few times a second.
  func enforceDeadlines(at now: Uptime) {
    switch state.withLock({ judge(&$0, at: now) }) {
    case .fine: break
    case .handlerIsLate(let serial): fail(serial: serial, with: .handlerTimeout)
    case .streamIsOver(let stream): stream.abort()
    }
  }

  private func judge(_ state: inout ConnectionState, at now: Uptime) -> Verdict {
    switch state.phase {
    case .waiting(let since, let dataSeen): judgeWaiting(&state, since: since, dataSeen: dataSeen, at: now)
    case .reading(let until) where now >= until: expire(&state, with: .requestTimeout)
    case .sending(let until) where now >= until: CMicroHTTPD_shutdown(state.socket)
    case .suspended(let until) where now >= until: return .handlerIsLate(serial: state.serial)
    case .streaming(let stream) where state.socket >= 0 && CMicroHTTPD_peer_is_gone(state.socket) != 0:
      return .streamIsOver(stream)
    default: break
    }
    return .fine
  }

  /// A client has as long for its request line as for the rest. The library does not tell when the first byte of a
  /// request arrives, the kernel does.
  private func judgeWaiting(
    _ state: inout ConnectionState, since: Uptime, dataSeen: Uptime?,
    at now: Uptime
  ) {
    if let dataSeen {
      if now >= dataSeen + daemon.configuration.readTimeout { expire(&state, with: .requestTimeout) }
    } else if state.socket >= 0 {
      let quiet = CMicroHTTPD_milliseconds_since_data(state.socket)
      let margin = Duration.milliseconds(20)
      if quiet >= 0, .milliseconds(quiet) + margin < now - since {
        state.phase = .waiting(since: since, dataSeen: now)
      }
    }
  }

  private func expire(_ state: inout ConnectionState, with fault: HTTPServerFault) {
    sayLastWords(fault, socket: state.socket)
    state.phase = .expired
    CMicroHTTPD_shutdown(state.socket)
  }

  /// Answers in place of the library, which takes no answer from us here and closes the connection afterwards.
  func answerInPlaceOfLibrary(status: Int) {
    state.withLock { state in
      sayLastWords(HTTPServerFault(libraryStatus: status), socket: state.socket)
      state.phase = .expired
      CMicroHTTPD_end_politely(state.socket)
    }
  }

  private func sayLastWords(_ fault: HTTPServerFault, socket: Int32) {
    guard socket >= 0 else { return }
    daemon.configuration.faultObserver(fault)
    let bytes = LastWords.bytes(of: daemon.configuration.errorResponse(fault))
    bytes.withUnsafeBytes { CMicroHTTPD_send_last(socket, $0.baseAddress, $0.count) }
  }

  /// The server is stopping: an idle connection is closed, a stream ended, everything else left to finish.
  func prepareToStop() {
    let stream: HTTPBodyStream? = state.withLock { state in
      switch state.phase {
      case .waiting where state.socket >= 0: CMicroHTTPD_shutdown(state.socket)
      case .streaming(let stream): return stream
      default: break
      }
      return nil
    }
    stream?.finish()
  }

  /// The time for finishing is over: a request without an answer gets one.
  func giveUp() {
    let serial: UInt64? = state.withLock { state in
      guard case .suspended = state.phase else { return nil }
      return state.serial
    }
    if let serial { fail(serial: serial, with: .stopping) }
    prepareToStop()
  }
}
