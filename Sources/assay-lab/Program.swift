import Foundation
import LabCommands

@main
struct Program {
  static func main() async {
    exit(await LabProgram.run(Array(CommandLine.arguments.dropFirst())))
  }
}
