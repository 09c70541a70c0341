import Foundation
import Glibc
import Locking

/// A program that runs until it is stopped, with what it logs.
final class RunningProgram: Sendable {
  private struct State {
    var text = ""
    var waiting: [(service: String, CheckedContinuation<Bool, Never>)] = []
    var hasEnded = false
  }

  private let process: Process
  private let state = Locked(State())

  init(_ executable: URL, environment: [String: String]) throws {
    process = Process()
    process.executableURL = executable
    // The program refuses settings that it does not know, such as the one that names the server for tests.
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("ASSAY_") }
    process.environment = inherited.merging(environment) { _, new in new }
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    errors.fileHandleForReading.readabilityHandler = { [weak self] handle in
      let data = handle.availableData
      if data.isEmpty { handle.readabilityHandler = nil }
      self?.take(data)
    }
    try process.run()
    ProcessesAtExit.add(process.processIdentifier)
  }

  /// Everything logged so far.
  var log: String { state.withLock { $0.text } }

  /// The port that a service of the program has logged.
  func port(of service: String) async throws -> UInt16 {
    try await hasStarted(service)
    guard let port = Self.start(of: service, in: log)?["port"] as? Int else {
      throw TestStack.Failure(description: "the service \(service) has no port: \(log)")
    }
    return UInt16(port)
  }

  /// Returns once a service of the program has started.
  func hasStarted(_ service: String) async throws {
    let hasStarted = await withCheckedContinuation { continuation in
      let known: Bool? = state.withLock { state in
        if Self.start(of: service, in: state.text) != nil { return true }
        if state.hasEnded { return false }
        state.waiting.append((service, continuation))
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
    guard hasStarted else { throw TestStack.Failure(description: "the program ended: \(log)") }
  }

  func stop() {
    process.terminate()
    waitForEnd()
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    waitForEnd()
  }

  private func waitForEnd() {
    process.waitUntilExit()
    ProcessesAtExit.remove(process.processIdentifier)
  }

  private func take(_ data: Data) {
    let ready = state.withLock { state -> [(CheckedContinuation<Bool, Never>, Bool)] in
      state.text += String(decoding: data, as: UTF8.self)
      state.hasEnded = data.isEmpty
      let (waiting, text, hasEnded) = (state.waiting, state.text, state.hasEnded)
      state.waiting = waiting.filter { Self.start(of: $0.service, in: text) == nil && !hasEnded }
      return waiting.compactMap { service, continuation in
        let hasStarted = Self.start(of: service, in: text) != nil
        return hasStarted || hasEnded ? (continuation, hasStarted) : nil
      }
    }
    for (continuation, hasStarted) in ready { continuation.resume(returning: hasStarted) }
  }

  /// The line `{"message":"started","service":"api","port":49152}`.
  private static func start(of service: String, in text: String) -> [String: Any]? {
    for line in text.split(separator: "\n") where line.contains("\"started\"") {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        object["service"] as? String == service
      else { continue }
      return object
    }
    return nil
  }
}
