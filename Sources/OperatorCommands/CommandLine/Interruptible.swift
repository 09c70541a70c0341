import Dispatch
import Glibc

/// Work that ends in its own way when somebody interrupts the program, so that it can undo what it did to the terminal.
enum Interruptible {
  /// Runs the work; SIGINT and SIGTERM cancel it.
  static func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = Task { try await work() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    do { try await task.value } catch {
      if !task.isCancelled { throw error }
    }
  }
}
