import Foundation
import Lifecycle
import Testing

@Suite("settings")
struct SettingsTests {
  private enum Mode: String, CaseIterable { case calm, busy }

  private struct Example {
    let port: Int
    let mode: Mode
    let wait: Duration
    let database: String
    let key: Secret
    let isLab: Bool

    init(_ settings: inout Settings) {
      port = settings.integer("PORT", default: 8080, in: 1...65_535)
      mode = settings.choice("MODE", default: .calm)
      wait = settings.seconds("WAIT", default: .seconds(2), in: 0...60)
      database = settings.requiredText("DATABASE", purpose: "the connection text of PostgreSQL")
      key = settings.requiredSecret("KEY", purpose: "the service key")
      isLab = settings.flag("LAB", default: false)
    }
  }

  private func problems(_ environment: [String: String]) -> [String] {
    do throws(SettingsProblems) {
      _ = try Settings.read(environment: environment) { Example(&$0) }
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test("are read with their types and defaults")
  func values() throws {
    let environment = [
      "ASSAY_PORT": "99", "ASSAY_MODE": "busy", "ASSAY_WAIT": "0.5", "ASSAY_DATABASE": "x", "ASSAY_KEY": "k",
      "HOME": "/",
    ]
    let example = try Settings.read(environment: environment) { Example(&$0) }
    #expect(example.port == 99 && example.mode == .busy && example.wait == .milliseconds(500))
    #expect(example.database == "x" && !example.isLab && example.key.withText { $0 } == "k")
  }

  @Test("report every problem at once, with what to do")
  func allProblems() {
    let found = problems([
      "ASSAY_PORT": "70000", "ASSAY_MODE": "wild", "ASSAY_WAIT": "soon", "ASSAY_LAB": "maybe", "ASSAY_PROT": "1",
    ])
    #expect(
      found == [
        "ASSAY_PORT: not understood. Give a whole number from 1 to 65535",
        "ASSAY_MODE: not understood. Give one of: calm, busy",
        "ASSAY_WAIT: not understood. Give seconds from 0.0 to 60.0",
        "ASSAY_DATABASE: not set. Set it to the connection text of PostgreSQL",
        "ASSAY_KEY: not set. Put the service key into a file and name it in ASSAY_KEY_FILE",
        "ASSAY_LAB: not understood. Give true or false",
        "ASSAY_PROT: no such setting. Check the spelling or remove it",
      ])
  }

  @Test("read a secret from a file, without the line break at its end")
  func secretFile() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("from file\n".utf8).write(to: file)
    let environment = ["ASSAY_DATABASE": "x", "ASSAY_KEY_FILE": file.path]
    let example = try Settings.read(environment: environment) { Example(&$0) }
    #expect(example.key.withText { $0 } == "from file")
    #expect(problems(environment.merging(["ASSAY_KEY": "k"]) { $1 }).count == 1, "set twice")
    #expect(problems(["ASSAY_DATABASE": "x", "ASSAY_KEY_FILE": "/nonexistent"]).count == 1)
  }

  @Test("are shown by --check-settings without secrets")
  func check() {
    let environment = ["ASSAY_DATABASE": "x", "ASSAY_KEY": "hunter2", "ASSAY_PORT": "oops"]
    let (text, status) = SettingsCheck.report(environment: environment) { Example(&$0) }
    #expect(status == 2)
    #expect(text.contains("ASSAY_DATABASE = x\n") && text.contains("ASSAY_KEY = (set, hidden)"))
    #expect(text.contains("PROBLEM ASSAY_PORT") && text.contains("ASSAY_MODE = calm  (default)"))
    #expect(!text.contains("hunter2"))
  }
}
