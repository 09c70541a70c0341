import CMicroHTTPD
import Locking

/// A response body that is pushed piece by piece from any thread (server-sent events).
///
/// What the client has not taken yet is kept, up to a limit: a client that does not keep up is cut off, it never makes
/// the program grow. Give a stream to one response only.
public final class HTTPBodyStream: Sendable {
  private struct State {
    var pending: [UInt8] = []
    var isFinished = false
    var isClosed = false
    var closeAction: (@Sendable () -> Void)?
    /// The suspended connection, for the one who resumes it.
    var suspended: Connection?
  }

  private let limit: Int
  private let state = Locked(State())

  /// A stream that keeps at most `maximumPendingBytes` for a slow client.
  public init(maximumPendingBytes: Int = 256 * 1024) {
    limit = maximumPendingBytes
  }

  /// Whether the client is still there and more may be sent.
  public var isOpen: Bool { state.withLock { !$0.isClosed && !$0.isFinished } }

  /// Appends bytes. Returns false when the stream is over, because the client left, did not keep up, or the server
  /// stops.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    let (accepted, resumed): (Bool, Connection?) = state.withLock { state in
      guard !state.isClosed, !state.isFinished else { return (false, nil) }
      guard state.pending.count + bytes.count <= limit else { return (false, nil) }
      state.pending.append(contentsOf: bytes)
      return (true, state.suspended.take())
    }
    resumed?.resumeStream()
    if !accepted { abort() }
    return accepted
  }

  /// Ends the body after what was sent so far.
  public func finish() {
    let resumed = state.withLock { state in
      state.isFinished = true
      return state.suspended.take()
    }
    resumed?.resumeStream()
  }

  /// Runs an action once, when the stream is over for whatever reason; at once when it is over already.
  public func onClose(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isClosed { state.closeAction = action }
      return state.isClosed
    }
    if isOver { action() }
  }

  /// Cuts the stream off: the client is gone, or did not keep up.
  func abort() {
    let (resumed, action) = state.withLock { state in
      state.isClosed = true
      return (state.suspended.take(), state.closeAction.take())
    }
    resumed?.resumeStream()
    action?()
  }

  /// Hands the next bytes to the daemon, on its thread; suspends the connection when there are none.
  func read(into buffer: UnsafeMutableRawBufferPointer, for connection: Connection) -> Int {
    state.withLock { state in
      if state.isClosed { return CMicroHTTPD_end_with_error() }
      if !state.pending.isEmpty { return Self.move(&state.pending, into: buffer) }
      if state.isFinished || connection.mayNotSuspend { return CMicroHTTPD_end_of_stream() }
      state.suspended = connection
      connection.suspend()
      return 0
    }
  }

  private static func move(_ pending: inout [UInt8], into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(pending.count, buffer.count)
    pending.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    pending.removeFirst(count)
    return count
  }
}
