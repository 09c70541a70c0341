import CMicroHTTPD
import Foundation
import Locking
import Timing

/// One TCP connection, from accept to close.
///
/// `@unchecked Sendable`: `incoming` is touched only on the one daemon thread that serves this connection; all that
/// other threads see is in `state`, under its lock. The library's pointer is used off that thread only to resume, and
/// only by whoever moved the state out of suspension: a suspended connection is not freed before it is resumed.
final class Connection: @unchecked Sendable {
  let daemon: DaemonContext
  let remoteAddress: String
  private let pointer: OpaquePointer
  let state: Locked<ConnectionState>
  /// The request being read. Daemon thread only.
  var incoming = IncomingRequest()

  init(pointer: OpaquePointer, daemon: DaemonContext, socket: Int32, remoteAddress: String) {
    self.pointer = pointer
    self.daemon = daemon
    self.remoteAddress = remoteAddress
    state = Locked(ConnectionState(phase: .waiting(since: .now, dataSeen: nil), socket: socket))
  }

  // MARK: From any thread

  /// Answers request `serial`. Returns false when it did not wait for an answer any more.
  @discardableResult
  func complete(serial: UInt64, with response: HTTPResponse) -> Bool {
    let acceptance = state.withLock { state in
      let acceptance = state.take(response, serial: serial)
      if acceptance == .keptForResumption { daemon.resumptionBegins() }
      return acceptance
    }
    if acceptance == .keptForResumption { resume() }
    // A streamed answer that came too late has nobody to read it: its sender must learn that.
    if acceptance == .refused, case .stream(let stream) = response.body { stream.abort() }
    return acceptance != .refused
  }

  /// Answers request `serial` with a fault, if it still waits for its answer.
  func fail(serial: UInt64, with fault: HTTPServerFault) {
    if complete(serial: serial, with: daemon.configuration.errorResponse(fault)) {
      daemon.configuration.faultObserver(fault)
    }
  }

  /// Resumes a connection that was suspended for want of bytes to stream.
  func resumeStream() {
    daemon.resumptionBegins()
    resume()
  }

  private func resume() {
    MHD_resume_connection(pointer)
    daemon.resumptionEnded()
  }

  // MARK: On the daemon's thread

  /// Leaves the connection alone until it is resumed.
  func suspend() { MHD_suspend_connection(pointer) }

  /// Whether waiting is over: the server is stopping and everything must flow off.
  var mayNotSuspend: Bool { daemon.refusesToWait }

  /// The request line has been read.
  func begin(target: UnsafePointer<CChar>?) {
    let now = Uptime.now
    incoming.begin(target: target, at: now, limit: daemon.configuration.maximumTargetBytes)
    state.withLock { state in
      guard case .waiting = state.phase else { return }
      state.serial += 1
      state.phase = .reading(until: now + daemon.configuration.readTimeout)
    }
  }

  /// One call of the library for the current request: its head, a piece of its body, its end, or its resumption.
  func advance(_ call: HandlerCall) -> MHD_Result {
    switch incoming.stage {
    case .head: return examine(call)
    case .body where call.hasBody: return receive(call)
    case .body: return dispatch()
    case .dispatched: return reply()
    }
  }

  private func examine(_ call: HandlerCall) -> MHD_Result {
    do throws(HTTPServerFault) {
      let head = try incoming.readHead(
        pointer, call: call, limits: daemon.configuration, remoteAddress: remoteAddress)
      try incoming.allowBody(of: head, limit: daemon.handler.bodyLimit(for: head))
      return .YES
    } catch {
      return refuse(error)
    }
  }

  /// Answers before the body is read; the library then closes the connection.
  private func refuse(_ fault: HTTPServerFault) -> MHD_Result {
    daemon.configuration.faultObserver(fault)
    var response = daemon.configuration.errorResponse(fault)
    response.closesConnection = true
    return send(response)
  }

  private func receive(_ call: HandlerCall) -> MHD_Result {
    incoming.append(call)
    return .YES
  }

  private func dispatch() -> MHD_Result {
    guard let request = incoming.finish() else { return .NO }
    let deadline = incoming.received + daemon.configuration.handlerTimeout
    let serial: UInt64? = state.withLock { state in
      guard case .reading = state.phase else { return nil }
      state.phase = .handling(until: deadline)
      return state.serial
    }
    guard let serial else { return .NO }
    daemon.handler.handle(request, HTTPResponder(connection: self, serial: serial))
    return replyOrWait(until: deadline)
  }

  private func replyOrWait(until deadline: Uptime) -> MHD_Result {
    let isWaiting = state.withLock { state in
      guard case .handling = state.phase, !mayNotSuspend else { return false }
      state.phase = .suspended(until: deadline)
      suspend()
      return true
    }
    if isWaiting { return .YES }
    if mayNotSuspend { fail(serial: state.withLock { $0.serial }, with: .stopping) }
    return reply()
  }

  private func reply() -> MHD_Result {
    let response: HTTPResponse? = state.withLock { state in
      guard case .answered(let response) = state.phase else { return nil }
      return response
    }
    guard var response else { return .NO }
    if let body = response.lastLook?() { response.body = .bytes(body) }
    return send(response)
  }

  private func send(_ response: HTTPResponse) -> MHD_Result {
    state.withLock { state in
      switch response.body {
      case .bytes: state.phase = .sending(until: .now + daemon.configuration.writeTimeout)
      case .stream(let stream): state.phase = .streaming(stream)
      }
    }
    return ResponseWriter.queue(response, on: pointer, for: self, closes: daemon.isStopping)
  }

  /// The request is over, answered or not.
  func finish() {
    incoming.reset()
    let phase = state.withLock { state in
      defer { state.phase = .waiting(since: .now, dataSeen: nil) }
      return state.phase
    }
    if case .streaming(let stream) = phase { stream.abort() }
  }

  /// The library is about to close the socket.
  func detach() {
    state.withLock { $0.socket = -1 }
  }
}
