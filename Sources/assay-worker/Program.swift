import AttestationWorker
import Glibc

@main
struct Program {
  static func main() {
    exit(WorkerProgram.runToEnd(Array(CommandLine.arguments.dropFirst())))
  }
}
