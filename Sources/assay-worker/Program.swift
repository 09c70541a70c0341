import AttestationService
import AttestationWorker
import Lifecycle

@main
struct Program {
  static func main() {
    ProgramMain.run { arguments in
      await WorkerProgram.run(
        arguments,
        adding: [
          { try RolloutControllerService(configuration: $0.configuration, owner: $0.name, logger: $0.logger) }
        ])
    }
  }
}
