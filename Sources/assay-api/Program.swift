import AttestationAPI
import Glibc
import Lifecycle

@main
struct Program {
  static func main() async {
    exit(await APIProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
