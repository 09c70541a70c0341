import Foundation

/// Where the built programs and the migrations are.
public struct Programs: Sendable {
  let directory: URL
  let migrations: URL

  /// Programs in a directory, migrations in another.
  public init(directory: URL, migrations: URL) {
    self.directory = directory
    self.migrations = migrations
  }

  /// The programs that were built with the tests, and the migrations of this checkout. `ASSAY_PROGRAMS` names another
  /// directory of programs, for tests of other packages.
  public static func besideTests(file: String = #filePath) -> Programs {
    let named = ProcessInfo.processInfo.environment["ASSAY_PROGRAMS"].map { URL(filePath: $0) }
    let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    var top = URL(filePath: file).deletingLastPathComponent()
    while top.path != "/", !FileManager.default.fileExists(atPath: top.appending(path: "Migrations/bootstrap.sql").path)
    {
      top.deleteLastPathComponent()
    }
    return Programs(directory: named ?? own, migrations: top.appending(path: "Migrations"))
  }

  func executable(_ name: String) -> URL { directory.appending(path: name) }

  /// Runs a program to its end and answers what it printed.
  func run(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    process.executableURL = executable(name)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw TestStack.Failure(
        description:
          "\(name) \(arguments.prefix(3).joined(separator: " ")) ended with \(process.terminationStatus): \(complaint)")
    }
    return text
  }
}
