import AttestationWorker
import Glibc
import Lifecycle

@main
struct Program {
  static func main() async {
    ProcessSignals.prepare()
    exit(await WorkerProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
