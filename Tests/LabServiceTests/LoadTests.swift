import AppleLab
import Cryptography
import Foundation
import Testing

@testable import LabLoad

struct LoadTests {
  @Test(
    "provisioned keys are those of the seed, and every assertion of a load is accepted",
    arguments: [LoadRun.Mode.assert, .pairs])
  func load(mode: LoadRun.Mode) async throws {
    let running = try RunningService()
    defer { running.stop() }
    let keys = LoadKeys(seed: "seed", count: 12)
    let target = try running.target()
    let authorities = running.authorities
    let registered = try await RunningService.onThread {
      let work = ProvisionWork(target: target, keys: keys, authorities: authorities, connections: 4)
      try work.run()
      return work.registered
    }
    #expect(registered == 12)
    #expect(Set(running.service.keys.keys) == Set(try (0..<12).map { try keys.key($0).keyID }))

    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = LoadRun(
      target: target, keys: keys, mode: mode, connections: 5, seconds: 1, expectedPerSecond: 300,
      acceptedFile: file.path)
    let report = try await RunningService.onThread { try run.run() }
    #expect(report.accepted > 0 && report.refused.isEmpty && report.errors.isEmpty)
    #expect(report.p50Ms > 0 && report.p99Ms >= report.p50Ms && report.maximumMs >= report.p99Ms)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == report.accepted)
  }

  @Test("a load against nothing says so")
  func nobody() async throws {
    let target = try #require(ServiceTarget(api: "http://127.0.0.1:9", secret: "s", appID: "a"))
    let run = LoadRun(
      target: target, keys: LoadKeys(seed: "s", count: 1), mode: .assert, connections: 1, seconds: 1,
      expectedPerSecond: 1)
    await #expect(throws: LoadFault.self) { _ = try await RunningService.onThread { try run.run() } }
  }

  @Test("a server that goes away during a load costs errors, and the load ends when it should")
  func lostServer() async throws {
    let running = try RunningService()
    let keys = LoadKeys(seed: "lost", count: 4)
    let target = try running.target()
    let authorities = running.authorities
    try await RunningService.onThread {
      try ProvisionWork(target: target, keys: keys, authorities: authorities, connections: 2).run()
    }
    running.service.whenAccepted(10) { Thread.detachNewThread { running.stop() } }
    let run = LoadRun(
      target: target, keys: keys, mode: .pairs, connections: 4, seconds: 1.5, expectedPerSecond: 1)
    let report = try await RunningService.onThread { try run.run() }
    #expect(report.accepted >= 10 && !report.errors.isEmpty)
    #expect(report.durationSeconds < 3)
  }

  @Test("a key list holds the points and the identifiers of the seed's keys")
  func keyList() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let keys = LoadKeys(seed: "seed", count: 5000)
    try KeyList.write(keys, to: file.path)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let last = try keys.key(4999)
    #expect(lines.count == 5001)
    let expected = "4999,\(Hex.encode(last.keyID)),\(Hex.encode(last.privateKey.x963)),load-4999"
    #expect(lines.last.map(String.init) == expected)
  }
}
