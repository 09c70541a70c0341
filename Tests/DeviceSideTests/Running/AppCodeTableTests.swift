import AppleLab
import AssayClient
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@Suite("X-App-Code, against the running program", .enabled(if: TestStack.isPossible))
struct AppCodeTableTests {
  private static let digest = SHA256Digest { Data(Cryptography.SHA256.hash([UInt8]($0))) }

  @Test("every route that needs the code answers 401 app_code_invalid without it and with a wrong one")
  func required() async throws {
    let (app, code) = try await protected()
    let right = ["X-App-Code": code.code(at: Date())]
    let token = try app.token(right)
    let routes = [
      ("POST", "/v1/attest/challenge"), ("POST", "/v1/accounts"), ("GET", "/v1/account"), ("GET", "/v1/events"),
      ("DELETE", "/v1/account"),
    ]
    let authorization = ["Authorization": "Bearer " + token]
    for (method, path) in routes {
      for wrong in [[:], ["X-App-Code": ""], ["X-App-Code": "00000000"], ["X-App-Code": "1"]] {
        let answer = try app.send(method, path, authorization.merging(wrong) { $1 })
        #expect(answer.row == "401 app_code_invalid", "\(method) \(path) \(wrong)")
      }
    }
    #expect(try app.account(token, right).status == 200)
    #expect(try app.get("/openapi.json").status == 200)
  }

  @Test("the code of the step before and of the step after is accepted, and none beyond")
  func window() async throws {
    let (app, code) = try await protected()
    // Not close to the end of a step, so that the program sees the same one.
    let now = try await awayFromTheEdge()
    for (steps, isAccepted) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
      let headers = ["X-App-Code": code.code(at: now + 30 * Double(steps))]
      #expect(try app.send("POST", "/v1/attest/challenge", headers).status == (isAccepted ? 200 : 401), "\(steps)")
    }
  }

  @Test("two secrets hold at a time, a third is refused, and the last one's end switches the check off")
  func rotation() async throws {
    let (app, old) = try await protected()
    let added = try app.command(["app", "app-code", "add"])
    let new = try #require((added["secret"] as? String).flatMap { AppCode(base32: $0, digest: Self.digest) })
    #expect(throws: (any Error).self) { try app.command(["app", "app-code", "add"]) }
    try await app.settle()
    for code in [old, new] {
      #expect(try app.send("POST", "/v1/attest/challenge", ["X-App-Code": code.code(at: Date())]).status == 200)
    }
    let shown = try app.running.stack.assay(
      ["app", "device-api", "show", app.appID, "--tenant", app.running.tenant])
    let fingerprints = try #require(shown["app_code_secrets"] as? [String])
    #expect(fingerprints.count == 2)
    try app.command(["app", "app-code", "remove"], [fingerprints[0]])
    try await app.settle()
    #expect(try app.send("POST", "/v1/attest/challenge", ["X-App-Code": old.code(at: Date())]).status == 401)
    #expect(try app.send("POST", "/v1/attest/challenge", ["X-App-Code": new.code(at: Date())]).status == 200)
    try app.command(["app", "app-code", "remove"], [fingerprints[1]])
    try await app.settle()
    #expect(try app.send("POST", "/v1/attest/challenge").status == 200)
  }

  @Test("a request with a tenant's secret uses none of the checks, by host name and by prefix")
  func tenantSecret() async throws {
    let (app, _) = try await protected(attestation: "production")
    let made = try app.running.stack.assay([
      "tenant", "secret", "add", app.running.tenant, "--name", "test", "--scopes", "manage,verify", "--yes",
    ])
    let secret = try #require(made["secret"] as? String)
    for byHost in [true, false] {
      let answer = try app.send("GET", "/v1/apps/\(app.appID)", ["Authorization": "Bearer " + secret], byHost: byHost)
      #expect(answer.status == 200, "\(answer.text)")
    }
    #expect(try app.send("POST", "/v1/attest/challenge", byHost: true).row == "401 app_code_invalid")
  }

  private func protected(attestation: String? = nil) async throws -> (DeviceApp, AppCode) {
    let app = try await DeviceShop.shared.app(attestation: attestation)
    let added = try app.command(["app", "app-code", "add"])
    try await app.settle()
    return (app, try #require((added["secret"] as? String).flatMap { AppCode(base32: $0, digest: Self.digest) }))
  }

  private func awayFromTheEdge() async throws -> Date {
    let left = 30 - Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 30)
    if left < 3 { try await Task.sleep(for: .seconds(left + 0.1)) }
    return Date()
  }
}
