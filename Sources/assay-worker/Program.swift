import AttestationWorker
import Glibc

@main
struct Program {
  static func main() async {
    exit(await WorkerProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
