import Foundation
import OperatorCommands
import Testing

@Suite struct RolloutSimulateTests {
  private func simulate(_ words: String...) async -> (status: OperatorCommands.ExitStatus, console: CapturedConsole) {
    let console = CapturedConsole()
    return (await console.run(["rollout", "simulate", "--installations", "10"] + words), console)
  }

  @Test(
    "a limit that is no range is refused",
    arguments: ["100-60", "0-0", "60-x", "-60-100", "60--100", "60-80-100", "nan", "0.5-0.9", "", "-"])
  func limits(text: String) async {
    #expect(await simulate("--limit=\(text)").status == .usage)
  }

  @Test(
    "an incident that is not N@DAY is refused", arguments: ["5", "0@1", "5@-1", "5@1@", "5@1001", "99999999999999@1"])
  func incidents(text: String) async {
    #expect(await simulate("--viral=\(text)").status == .usage)
    #expect(await simulate("--registry-loss=\(text)").status == .usage)
  }

  @Test("a file that cannot be written is found before the run, and the run is not made")
  func files() async {
    let folder = FileManager.default.temporaryDirectory.path
    for path in ["", "-", folder, folder + "/not-there/x.svg"] {
      let (status, console) = await simulate("--svg=\(path)")
      #expect(status == .usage && console.output.isEmpty, "\(path)")
    }
    #expect(await simulate("--json=\(folder)").status == .usage)
  }

  @Test("the figures and the picture are written")
  func writes() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: path) }
    let (status, console) = await simulate("--limit", "60", "--json", "-", "--svg", path.path)
    #expect(status == .success)
    #expect(try console.json()["completed"] as? Int == 10)
    #expect(try String(contentsOf: path, encoding: .utf8).hasPrefix("<svg"))
  }
}
