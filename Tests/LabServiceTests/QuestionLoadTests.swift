import AppleLab
import Foundation
import LabLoad
import StackTestSupport
import Testing

/// `assay-lab load --mode admissions` against the real API, on a database of the test's own.
@Suite(.serialized, .enabled(if: TestStack.isPossible)) struct QuestionLoadTests {
  private static let appID = "1234567890.com.example.app"

  private struct Scene {
    let stack: TestStack
    let tenant: String
    let target: ServiceTarget

    func ask(installations: Int, seconds: Double, perSecond: Int? = nil) async throws -> LoadReport {
      let run = LoadRun(
        target: target, keys: LoadKeys(seed: "questions", count: installations), mode: .admissions, connections: 8,
        seconds: seconds, expectedPerSecond: 1, perSecond: perSecond)
      return try await RunningService.onThread { try run.run() }
    }

    /// Starts a first rollout whose pace, without a controller, is soon one a second.
    func startRollout() throws {
      let (app, more) = (QuestionLoadTests.appID, ["--tenant", tenant, "--yes"])
      let plan = ["--name", "load", "--kind", "first_rollout", "--rate", "1", "--population", "1000", "--ramp", "100%"]
      let made = try stack.assay(["rollout", "create", app] + plan + more)
      _ = try stack.assay(["rollout", "start", app, made["rollout_id"] as? String ?? ""] + more)
    }
  }

  private func with(_ body: (Scene) async throws -> Void) async throws {
    let roots = FileManager.default.temporaryDirectory.appending(path: "assay-load-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: roots) }
    try LabAuthorities.create(at: Date()).write(to: roots)
    let stack = try await TestStack.start(labRoots: roots)
    let outcome: Result<Void, any Error>
    do { outcome = .success(try await body(try Self.scene(stack))) } catch { outcome = .failure(error) }
    try await stack.stop()
    try outcome.get()
  }

  private static func scene(_ stack: TestStack) throws -> Scene {
    let tenant = try #require(try stack.assay(["tenant", "create", "Load", "--yes"])["tenant"] as? String)
    let added = try stack.assay(["tenant", "secret", "add", tenant, "--name", "load", "--scopes", "verify", "--yes"])
    _ = try stack.assay(["app", "create", appID, "--tenant", tenant, "--environments", "production", "--yes"])
    let target = ServiceTarget(
      api: "http://127.0.0.1:\(stack.port)", secret: added["secret"] as? String ?? "", appID: appID)
    return Scene(stack: stack, tenant: tenant, target: try #require(target))
  }

  @Test("what must wait is counted as accepted, and only what the pace allows is let in")
  func waits() async throws {
    try await with { scene in
      try scene.startRollout()
      let report = try await scene.ask(installations: 500, seconds: 3)
      #expect(report.mode == "admissions" && report.errors.isEmpty)
      #expect(report.accepted > 100 && report.p99Ms >= report.p50Ms && report.p50Ms > 0)
      #expect(Set(report.refused.keys).isSubset(of: ["attest"]))
      #expect((report.refused["attest"] ?? 0) <= 8)
    }
  }

  @Test("questions come at the rate that was asked for, and none waits while attestation is off")
  func off() async throws {
    try await with { scene in
      let report = try await scene.ask(installations: 50, seconds: 2, perSecond: 40)
      #expect(report.accepted == 0 && report.errors.isEmpty)
      #expect(Set(report.refused.keys) == ["off"])
      #expect((40...100).contains(report.refused["off"] ?? 0))
    }
  }
}
