import Foundation
import Lifecycle
import Telemetry

/// What `assay-api` does with its arguments.
public enum APIProgram {
  private static let help = """
    assay-api: the service API of Assay. It is set up by environment variables:

      assay-api                    run until SIGTERM or SIGINT
      assay-api --check-settings   say what it would run with, and what is wrong, and leave
      assay-api --help             this text

    Say `ASSAY_DATABASE_URL=x assay-api --check-settings` to see every setting with its default.

    """

  /// Runs and returns the exit status: 0 after a stop that was asked for, 1 after a failure, 2 when called wrongly.
  public static func run(_ arguments: [String]) async -> Int32 {
    switch arguments {
    case []: return await serve()
    case ["--help"], ["-h"]:
      say(help, to: .standardOutput)
      return 0
    case [SettingsCheck.option]:
      let check = SettingsCheck.report { APISettings(&$0) }
      say(check.text, to: .standardOutput)
      return check.status
    default:
      say("assay-api: unknown arguments; say assay-api --help\n", to: .standardError)
      return 2
    }
  }

  private static func serve() async -> Int32 {
    let server: APIServer
    let settings: APISettings
    do {
      settings = try Settings.read { APISettings(&$0) }
      server = try APIServer(settings)
    } catch {
      say("assay-api: \(error)\n", to: .standardError)
      return 2
    }
    return await ServiceGroup(server.group, stopLimit: settings.stopLimit, observer: server.observe).run()
  }

  private static func say(_ text: String, to handle: FileHandle) {
    // Nobody reads any more: nothing to be done about it.
    try? handle.write(contentsOf: Data(text.utf8))
  }
}
