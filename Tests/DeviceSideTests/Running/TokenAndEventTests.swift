import AppleLab
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@Suite("Tokens, accounts and their events, against the running program", .enabled(if: TestStack.isPossible))
struct TokenAndEventTests {
  @Test("a token that is missing, malformed, invented or another app's: 401 token_invalid")
  func invalidTokens() async throws {
    let app = try await DeviceShop.shared.app()
    let other = try await DeviceShop.shared.app()
    let token = try app.token()
    #expect(try app.account(token).status == 200)
    #expect(try other.account(token).row == "401 token_invalid")
    let wrong = [
      "", "Bearer", "Bearer ", "Bearer mca_", "Basic \(token)", "Bearer \(token)x", "Bearer \(token.dropLast())A",
      "Bearer \(token.uppercased())",
    ]
    for value in wrong where value != "Bearer \(token)" {
      for (method, path) in [("GET", "/v1/account"), ("DELETE", "/v1/account"), ("GET", "/v1/events")] {
        #expect(try app.send(method, path, ["Authorization": value]).row == "401 token_invalid", "\(value)")
      }
    }
    #expect(try app.get("/v1/account").row == "401 token_invalid")
  }

  @Test("by host name, with a port, in capitals: the same site")
  func hostNames() async throws {
    let app = try await DeviceShop.shared.app()
    let token = try app.token()
    for host in [app.host, app.host + ":8443", app.host.uppercased(), app.host + "."] {
      var request = WireRequest(method: "GET", target: "/v1/account", host: host)
      request.headers["Authorization"] = "Bearer " + token
      #expect(try WireClient(port: app.running.stack.port).exchange(request).status == 200, "\(host)")
    }
    var stranger = WireRequest(method: "GET", target: "/v1/account", host: "elsewhere.example.com")
    stranger.headers["Authorization"] = "Bearer " + token
    #expect(try WireClient(port: app.running.stack.port).exchange(stranger).row == "404 no_such_route")
  }

  @Test("tokens are listed, issued and revoked by the operator; a revoked one ends at once, the other goes on")
  func tokens() async throws {
    let app = try await DeviceShop.shared.app()
    let first = try app.token()
    let id = try #require(try app.account(first).object["id"] as? String)
    let added = try app.command(["account", "token", "add"], [id])
    let second = try #require(added["token"] as? String)
    #expect(try app.account(second).status == 200)
    let shown = try app.running.stack.assay(["account", "show", app.appID, id, "--tenant", app.running.tenant])
    let tokens = try #require(shown["tokens"] as? [[String: Any]])
    #expect(tokens.count == 2)
    #expect(!"\(shown)".contains(first))
    let firstID = try #require(tokens.first?["id"] as? String)
    try app.command(["account", "token", "revoke"], [id, firstID])
    #expect(try app.account(first).row == "401 token_invalid")
    #expect(try app.account(second).status == 200)
    try app.command(["account", "delete"], [id])
    #expect(try app.account(second).row == "401 token_invalid")
  }

  @Test("of a token only its SHA-256 is kept")
  func hashes() async throws {
    let app = try await DeviceShop.shared.app()
    let token = try app.token()
    let stack = app.running.stack
    #expect(
      try await stack.number("select count(*) from assay.device_tokens where token_hash = sha256('\(token)')") == 1)
    #expect(
      try await stack.number("select count(*) from assay.device_tokens t where t::text like '%\(token.suffix(43))%'")
        == 0)
  }

  @Test("events come as they happen, each with its id, and a reader goes on after the last one it saw")
  func events() async throws {
    let app = try await DeviceShop.shared.app()
    let token = try app.token()
    let id = try #require(try app.account(token).object["id"] as? String)
    let history = try stream(app, token) { $0.contains("id: 2\n") }
    #expect(history.status == 200)
    #expect(history.text.contains("id: 1\nevent: account_created\ndata: {\"type\":\"account_created\""))
    #expect(history.text.contains("id: 2\nevent: token_issued\n"))

    let resumed = Task.detached { try stream(app, token, after: "2") { $0.contains("id: 3\n") } }
    try app.command(["account", "token", "add"], [id])
    let text = try await resumed.value.text
    #expect(text.contains("id: 3\nevent: token_issued\n"))
    #expect(!text.contains("id: 2\n"))
  }

  @Test("a stream ends with the account, after telling of it")
  func deletedAccount() async throws {
    let app = try await DeviceShop.shared.app()
    let token = try app.token()
    let followed = Task.detached { try stream(app, token) { _ in false } }
    #expect(try app.send("DELETE", "/v1/account", ["Authorization": "Bearer " + token]).status == 204)
    let answer = try await followed.value
    #expect(answer.status == 401 || answer.text.contains("event: account_deleted\n"), "\(answer.status) \(answer.text)")
  }

  @Test("a Last-Event-ID that is no id: 422", arguments: ["x", "-1", "1.5", "99999999999999999999"])
  func lastEventID(_ value: String) async throws {
    let app = try await DeviceShop.shared.app()
    let token = try app.token()
    let answer = try app.get("/v1/events", ["Authorization": "Bearer " + token, "Last-Event-ID": value])
    #expect(answer.row == "422 invalid_field")
  }

  @Test("what is sent of tokens, challenges and attestations is in no log")
  func quietLog() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let challenge = try app.challenge()
    let sent = try app.attestation(LabKey(), over: challenge)
    let answer = try app.create(["attestation": sent])
    let token = try #require(answer.object["token"] as? String)
    _ = try app.account(token)
    let log = app.running.stack.log
    #expect(log.contains("deviceCreateAccount") || log.contains("/v1/accounts"))
    for secret in [token, challenge, sent["object"] as? String ?? "?", sent["key_id"] as? String ?? "?"] {
      #expect(!log.contains(secret))
    }
  }
}

private func stream(
  _ app: DeviceApp, _ token: String, after: String? = nil, until isEnough: (String) -> Bool
) throws -> (status: Int, text: String) {
  var request = WireRequest(method: "GET", target: app.prefix + "/v1/events", host: "127.0.0.1")
  request.headers["Authorization"] = "Bearer " + token
  if let after { request.headers["Last-Event-ID"] = after }
  return try WireClient(port: app.running.stack.port).stream(request, until: isEnough)
}
