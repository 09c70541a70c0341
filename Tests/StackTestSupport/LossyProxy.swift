import Foundation
import Locking

/// Stands between a client and a server on this machine and loses the messages that a test names.
///
/// A lost message leaves its connection open and silent, as a network does that has stopped working: the client's own
/// timeout ends the wait. One request is passed on over each connection.
public final class LossyProxy: Sendable {
  private struct State {
    var losses: [String: MessageLoss] = [:]
    var passed: [String: Int] = [:]
    var silent: [WireSocket] = []
  }

  /// Where clients connect to.
  public let port: UInt16
  private let target: UInt16
  private let listener: WireSocket
  private let state = Locked(State())

  /// Stands before a port of this machine.
  public init(before target: UInt16) throws {
    self.target = target
    listener = try WireSocket.listening()
    port = try listener.port
    let accept: @Sendable () -> Void = { [self] in
      while let client = listener.accept() {
        Thread.detachNewThread { self.serve(client) }
      }
    }
    Thread.detachNewThread(accept)
  }

  /// Loses every request to addresses that hold `part`, until ``mend()``.
  public func lose(_ part: String, _ loss: MessageLoss) {
    state.withLock { $0.losses[part] = loss }
  }

  /// Loses nothing any more, and ends the connections that were left silent.
  public func mend() {
    state.withLock { state in
      state.losses = [:]
      state.silent = []
    }
  }

  /// How many requests to addresses that hold `part` have reached the server.
  public func arrived(_ part: String) -> Int {
    state.withLock { $0.passed.filter { $0.key.contains(part) }.values.reduce(0, +) }
  }

  private func serve(_ client: WireSocket) {
    guard let request = client.readMessage(), let path = Self.path(of: request) else { return }
    let loss = state.withLock { state in state.losses.first { path.contains($0.key) }?.value }
    if loss == .beforeTheServer { return keepSilent(client) }
    guard let answer = answer(to: request) else { return }
    state.withLock { $0.passed[path, default: 0] += 1 }
    switch loss {
    case .afterTheCommit: return keepSilent(client)
    case .inTheAnswer:
      client.write(answer.prefix(answer.count / 2))
      return keepSilent(client)
    case .beforeTheServer, nil: client.write(answer[...])
    }
  }

  private func answer(to request: [UInt8]) -> [UInt8]? {
    guard let server = try? WireSocket.connected(to: target) else { return nil }
    server.write(Self.closing(request)[...])
    return server.readToEnd()
  }

  private func keepSilent(_ client: WireSocket) {
    state.withLock { $0.silent.append(client) }
  }

  private static func path(of request: [UInt8]) -> String? {
    let line = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
    return line.count == 3 ? String(line[1]) : nil
  }

  /// The request with a field that has the server close the connection after its answer.
  private static func closing(_ request: [UInt8]) -> [UInt8] {
    guard let end = request.firstRange(of: [13, 10]) else { return request }
    return request[..<end.upperBound] + Array("Connection: close\r\n".utf8) + request[end.upperBound...]
  }
}
