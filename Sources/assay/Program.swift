import Glibc
import OperatorCommands

@main
struct Program {
  static func main() async {
    let status = await AssayProgram.run(Array(CommandLine.arguments.dropFirst()), console: .terminal)
    exit(status.rawValue)
  }
}
