import AttestationService
import Lifecycle
import Telemetry

/// `assay rollout control`: runs the controller in the foreground, beside or instead of the workers'. One leads at a time.
struct RolloutControlCommand: Command {
  static let name = "rollout control"
  static let summary = "run the rollout controller here until interrupted, when no worker can"
  static let syntax = CommandSyntax(
    .option("--owner", "NAME", "this controller's name; assay without"), DatabaseAccess.argument)
  private let arguments: ParsedArguments
  init(_ arguments: ParsedArguments) throws(UsageError) { self.arguments = arguments }

  func run(_ console: Console) async throws -> ExitStatus {
    try await DatabaseAccess(arguments).withPool(console) { pool in
      let logger = Logger(label: "assay", level: .info, format: .text, destination: DescriptorDestination())
      let service = RolloutControllerService(
        pool: pool, owner: arguments.value("--owner") ?? "assay", logger: logger)
      return await ServiceGroup([service], stopLimit: .seconds(5)) { _ in }.run() == 0 ? .success : .refused
    }
  }
}
