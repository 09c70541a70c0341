import Locking
import OperatorCommands
import Postgres
import PostgresTestSupport

/// Somebody who types commands, on a database of the test's own.
final class Operator: Sendable {
  private let lines = Locked<[String]>([])
  private let errors = Locked<[String]>([])
  private let database: TestDatabase

  init(_ database: TestDatabase) { self.database = database }

  /// What the last command said on standard error.
  var complaints: String { errors.withLock { $0.joined(separator: "\n") } }

  /// Types a command and returns its exit status and what it printed.
  func type(_ words: String...) async -> (status: ExitStatus, text: String) { await type(words) }

  /// Types a command and returns its exit status and what it printed.
  func type(_ words: [String]) async -> (status: ExitStatus, text: String) {
    lines.withLock { $0 = [] }
    errors.withLock { $0 = [] }
    let console = Console(
      write: { line in self.lines.withLock { $0.append(line) } },
      complain: { line in self.errors.withLock { $0.append(line) } },
      read: { path throws(UnreadableInput) in throw UnreadableInput(path) },
      environment: ["ASSAY_DATABASE_URL": database.configuration(.owner).conninfo])
    let status = await AssayProgram.run(words, console: console)
    return (status, lines.withLock { $0.joined(separator: "\n") })
  }
}
