import AttestationAPI
import Glibc

@main
struct Program {
  static func main() async {
    exit(await APIProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
