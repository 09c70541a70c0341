import AppleLab
import AssayClient
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@Suite("Random requests made from the OpenAPI document", .enabled(if: TestStack.isPossible))
struct FuzzTests {
  /// `ASSAY_FUZZ_REQUESTS` asks for another number; `ops/fuzz/device-api` asks for fifty thousand.
  private static let requests = ProcessInfo.processInfo.environment["ASSAY_FUZZ_REQUESTS"].flatMap(Int.init) ?? 400

  @Test("no answer is a 5xx, and every answer matches the document", arguments: [false, true])
  func matches(isAttested: Bool) async throws {
    let app = try await DeviceShop.shared.app(attestation: isAttested ? "production" : nil)
    let document = try APIDocument(try app.get("/openapi.json").body)
    let device = app.device()
    let knowledge = RequestMaker.Knowledge(
      headers: { operation, harvest in
        guard operation.id != "deviceCreateAccount", let token = harvest.value(named: "token") else { return [:] }
        return ["Authorization": "Bearer " + token]
      },
      body: { operation, harvest in
        guard operation.id == "deviceCreateAccount", let challenge = harvest.value(named: "challenge"),
          let key = try? LabKey(),
          let made = try? device.attest(key, clientDataHash: SHA256.hash(challenge), at: Date())
        else { return nil }
        return .object([
          "attestation": .object([
            "key_id": .text(Base64.encode(made.keyID)), "challenge": .text(challenge),
            "object": .text(Base64.encode(made.object)),
          ])
        ])
      })
    let maker = RequestMaker(
      document: document, host: "127.0.0.1", prefix: app.prefix, knowledge: knowledge, harvest: Harvest())
    let plan = FuzzRun.Plan(requests: Self.requests / 2, seed: 20_261_130, connections: 4, port: app.running.stack.port)
    let report = try await onThread { FuzzRun(plan: plan, maker: maker, document: document).run() }
    print(report.text)
    #expect(report.requests == Self.requests / 2)
    #expect(report.failures == 0, "\(report.text)")
    #expect(report.answers["deviceCreateAccount"]?[201] ?? 0 > 0)
  }
}
