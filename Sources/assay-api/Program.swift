import AttestationAPI
import Lifecycle

@main
struct Program {
  static func main() {
    ProgramMain.run { await APIProgram.run($0) }
  }
}
