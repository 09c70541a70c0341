import Foundation
public import Lifecycle

/// What `assay-worker` does with its arguments.
public enum WorkerProgram {
  private static let help = """
    assay-worker: asks Apple: for fresh fraud receipts, for devices' two bits. It is set up by environment variables:

      assay-worker                    run until SIGTERM or SIGINT
      assay-worker --check-settings   say what it would run with, and what is wrong, and leave
      assay-worker --help             this text

    """

  /// Runs and returns the exit status: 0 after a stop that was asked for, 1 after a failure, 2 when called wrongly.
  public static func run(
    _ arguments: [String], adding: [@Sendable (Worker.Context) throws -> any Service] = []
  ) async -> Int32 {
    switch arguments {
    case []: return await work(adding)
    case ["--help"], ["-h"]:
      say(help, to: .standardOutput)
      return 0
    case [SettingsCheck.option]:
      let check = SettingsCheck.report { WorkerSettings(&$0) }
      say(check.text, to: .standardOutput)
      return check.status
    default:
      say("assay-worker: unknown arguments; say assay-worker --help\n", to: .standardError)
      return 2
    }
  }

  private static func work(_ adding: [@Sendable (Worker.Context) throws -> any Service]) async -> Int32 {
    let worker: Worker
    let settings: WorkerSettings
    do {
      settings = try Settings.read { WorkerSettings(&$0) }
      worker = try Worker(settings, adding: adding)
    } catch {
      say("assay-worker: \(error)\n", to: .standardError)
      return 2
    }
    return await ServiceGroup(worker.group, stopLimit: settings.stopLimit, observer: worker.observe).run()
  }

  private static func say(_ text: String, to handle: FileHandle) {
    // Nobody reads any more: nothing to be done about it.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
