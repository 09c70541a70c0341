import AttestationAPI
import Glibc
import Lifecycle

@main
struct Program {
  static func main() async {
    // Before any thread is made: they inherit the mask, and one that did not would end the process at the first signal.
    ProcessSignals.prepare()
    exit(await APIProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
