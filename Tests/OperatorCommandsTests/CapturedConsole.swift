import Foundation
import Locking
import OperatorCommands

/// Runs `assay` in process and keeps what it writes.
final class CapturedConsole: Sendable {
  private let state = Locked((output: "", errors: ""))
  private let files: [String: [UInt8]]

  init(files: [String: [UInt8]] = [:]) {
    self.files = files
  }

  var output: String { state.withLock { $0.output } }
  var errors: String { state.withLock { $0.errors } }

  func run(_ arguments: [String]) async -> ExitStatus {
    let console = Console(
      write: { line in self.state.withLock { $0.output += line + "\n" } },
      complain: { line in self.state.withLock { $0.errors += line + "\n" } },
      read: { path throws(UnreadableInput) in
        guard let bytes = self.files[path] else { throw UnreadableInput("\(path) cannot be read") }
        return bytes
      })
    return await AssayProgram.run(arguments, console: console)
  }

  func json() throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any] ?? [:]
  }
}

/// Files of the checkout.
enum Checkout {
  static func fixture(_ name: String) throws -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [UInt8](try Data(contentsOf: root.appending(path: "Fixtures/\(name)")))
  }
}
