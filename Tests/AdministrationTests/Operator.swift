import Locking
import OperatorCommands
import Postgres
import PostgresTestSupport

/// Somebody who types commands, on a database of the test's own.
final class Operator: Sendable {
  private let lines = Locked<[String]>([])
  private let errors = Locked<[String]>([])
  private let database: TestDatabase
  private let files: [String: [UInt8]]
  private let environment: [String: String]
  private let screen: ScreenSize?

  /// Somebody with these files and variables at hand.
  ///
  /// - Parameter screen: the size of the terminal that the person sits at; nil when it is none.
  init(
    _ database: TestDatabase, files: [String: [UInt8]] = [:], environment: [String: String] = [:],
    screen: ScreenSize? = nil
  ) {
    self.database = database
    self.files = files
    self.environment = environment
    self.screen = screen
  }

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
      read: { path throws(UnreadableInput) in
        guard let bytes = self.files[path] else { throw UnreadableInput("\(path) cannot be read") }
        return bytes
      }, environment: ["ASSAY_DATABASE_URL": database.configuration(.owner).conninfo].merging(environment) { $1 },
      screen: { self.screen })
    let status = await AssayProgram.run(words, console: console)
    return (status, lines.withLock { $0.joined(separator: "\n") })
  }
}
