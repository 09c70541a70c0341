import Foundation
import Glibc

/// An `assay-worker` of its own process, which can be stopped, continued and killed.
public final class WorkerProcess: @unchecked Sendable {
  // Sendable because the process is started in `init`, and only its signals and its end are used afterwards, which
  // Foundation locks itself.
  private let process = Process()

  /// Starts the program that was built beside the tests.
  public init(_ environment: [String: String], program: URL = WorkerProcess.program) throws {
    process.executableURL = program
    process.environment = environment
    process.standardError = FileHandle.standardError
    try process.run()
  }

  /// Where the build puts `assay-worker`; the variable ASSAY_WORKER_PROGRAM names another.
  public static var program: URL {
    if let named = ProcessInfo.processInfo.environment["ASSAY_WORKER_PROGRAM"] { return URL(fileURLWithPath: named) }
    var folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    // Tests run from a bundle inside the products' folder, or beside it.
    while folder.path != "/" {
      let candidate = folder.appendingPathComponent("assay-worker")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
      folder.deleteLastPathComponent()
    }
    return URL(fileURLWithPath: "/nonexistent/assay-worker")
  }

  /// Its process id.
  public var id: Int32 { process.processIdentifier }
  /// Whether it runs.
  public var isRunning: Bool { process.isRunning }

  /// Sends it a signal.
  public func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Kills it and waits for its end.
  public func killAndWait() {
    send(SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for its end and gives its exit status.
  public func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
