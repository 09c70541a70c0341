import AppleLab
import Foundation
import Testing

@testable import LabCommands

struct DeviceCommandTests {
  private func run(_ running: RunningService, _ more: [String]) async throws -> Int32 {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try running.authorities.write(to: folder)
    let secret = folder.appendingPathComponent("secret")
    try Data("ask_test\n".utf8).write(to: secret)
    let words = [
      "device", "--api", running.address, "--secret-file", secret.path, "--app-id", RunningService.appID,
      "--account", "alice", "--lab", folder.path,
    ]
    return await LabProgram.run(words + more)
  }

  @Test("a device registers and signs, and every hostile step is refused")
  func everything() async throws {
    let running = try RunningService()
    defer { running.stop() }
    let status = try await run(
      running,
      ["--assertions", "2", "--replay-challenge", "--old-counter", "--changed-body", "--other-account", "mallory"])
    #expect(status == 0)
    #expect(running.service.keys.values.map(\.counter) == [2])
  }

  @Test("a device with a fault is refused, as it should be")
  func fault() async throws {
    let running = try RunningService()
    defer { running.stop() }
    #expect(try await run(running, ["--fault", "counter_not_zero"]) == 0)
    #expect(running.service.keys.isEmpty)
  }

  @Test("a fault that only assertions can have spoils the assertions of a registered key")
  func assertionFault() async throws {
    let running = try RunningService()
    defer { running.stop() }
    #expect(try await run(running, ["--fault", "signature_over_digest"]) == 0)
    #expect(running.service.keys.values.map(\.counter) == [0])
  }

  @Test("a device that is refused without a fault ends with status 1")
  func unexpected() async throws {
    let running = try RunningService()
    defer { running.stop() }
    #expect(try await run(running, ["--shape", "ios_27_development"]) == 1)
  }

  @Test(
    "a command line that cannot be understood ends with status 2",
    arguments: [
      [], ["nonsense"], ["init"], ["attest", "--lab"], ["attest", "--unknown", "x"], ["device", "--shape", "ios_3"],
    ])
  func usage(words: [String]) async {
    #expect(await LabProgram.run(words) == 2)
  }
}
