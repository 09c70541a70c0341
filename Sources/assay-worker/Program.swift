import AttestationService
import AttestationWorker
import Glibc

@main
struct Program {
  static func main() async {
    exit(
      await WorkerProgram.run(
        Array(CommandLine.arguments.dropFirst()),
        adding: [
          { try RolloutControllerService(configuration: $0.configuration, owner: $0.name, logger: $0.logger) }
        ]))
  }
}
