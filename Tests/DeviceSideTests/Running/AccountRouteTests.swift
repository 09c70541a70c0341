import AppleLab
import Foundation
import OpenAPIFuzz
import Postgres
import StackTestSupport
import Testing

@testable import AttestationService

@Suite("What a tenant sees and ends of its device accounts", .enabled(if: TestStack.isPossible))
struct AccountRouteTests {
  @Test("accounts are listed, the newest first, with their key and without tokens")
  func list() async throws {
    let (app, caller, document) = try await shop()
    let first = try app.token(attested: true)
    let second = try app.token(attested: true)
    let answer = try caller.call("GET", "device-accounts")
    try document.expects(answer, "listDeviceAccounts")
    let accounts = try #require(answer.object["accounts"] as? [[String: Any]])
    #expect(accounts.compactMap { $0["account_id"] as? String } == [try app.id(second), try app.id(first)])
    #expect(accounts.allSatisfy { $0["tokens"] == nil && ($0["key"] as? [String: Any])?["receipt"] != nil })
    let older = try caller.call("GET", "device-accounts?limit=1&before=\(try app.id(second))")
    #expect((older.object["accounts"] as? [[String: Any]])?.first?["account_id"] as? String == (try app.id(first)))
    #expect(!answer.text.contains(first))
  }

  @Test("a token is issued, listed by its name, and revoked; the account's other token goes on")
  func tokens() async throws {
    let (app, caller, document) = try await shop()
    let first = try app.token(attested: true)
    let path = "device-accounts/" + (try app.id(first))
    let issued = try caller.call("POST", path + "/tokens")
    try document.expects(issued, "issueDeviceToken")
    #expect(issued.status == 201)
    let second = try #require(issued.object["token"] as? String)
    #expect(try app.account(second).status == 200)
    let shown = try caller.call("GET", path)
    try document.expects(shown, "getDeviceAccount")
    let names = try #require(shown.object["tokens"] as? [[String: Any]]).compactMap { $0["token_id"] as? String }
    #expect(names.count == 2)
    for _ in 0..<2 { #expect(try caller.call("DELETE", path + "/tokens/" + names[0]).status == 204) }
    #expect(try app.account(first).row == "401 token_invalid")
    #expect(try app.account(second).status == 200)
    #expect(try caller.call("DELETE", path + "/tokens/tok_1").row == "404 unknown_token")
  }

  @Test("a deleted account is gone for its holder and stays to be seen")
  func delete() async throws {
    let (app, caller, document) = try await shop()
    let token = try app.token(attested: true)
    let path = "device-accounts/" + (try app.id(token))
    #expect(try caller.call("DELETE", path).status == 204)
    #expect(try app.account(token).row == "401 token_invalid")
    let shown = try caller.call("GET", path)
    try document.expects(shown, "getDeviceAccount")
    #expect(shown.object["deleted_at"] is String)
    #expect(try caller.call("DELETE", path).row == "404 unknown_account")
    #expect(try caller.call("POST", path + "/tokens").row == "404 unknown_account")
  }

  @Test("another app's account, and a name that is none: 404", arguments: ["acc_1", "acc_", "alice", "tok_1"])
  func unknown(_ name: String) async throws {
    let (_, caller, _) = try await shop()
    let other = try await DeviceShop.shared.app()
    let foreign = try other.id(try other.token())
    for account in [name, foreign] {
      #expect(try caller.call("GET", "device-accounts/" + account).row == "404 unknown_account")
      #expect(try caller.call("DELETE", "device-accounts/" + account).row == "404 unknown_account")
    }
  }

  @Test("the state of accounts, tokens and settings follows from the events, and what was tampered with is found")
  func projections() async throws {
    let (app, caller, _) = try await shop()
    let kept = try app.id(try app.token(attested: true))
    let gone = try app.id(try app.token(attested: true))
    _ = try caller.call("POST", "device-accounts/\(kept)/tokens")
    #expect(try caller.call("DELETE", "device-accounts/\(gone)").status == 204)
    let secret = try app.command(["app", "app-code", "add"])
    try app.command(["app", "app-code", "add"])
    try app.command(["app", "app-code", "remove"], [try #require(secret["fingerprint"] as? String)])
    let check = try app.running.stack.assay(["projection", "rebuild", "--check", "--tenant", app.running.tenant])
    #expect((check["differences"] as? [Any])?.count == 0)
    #expect(try await differences(app) == [])
    let tampering = [
      ("update assay.device_accounts set bundle_version = '9' where bundle_version is not null", "bundle_version"),
      ("update assay.device_tokens set revoked_at = now() where revoked_at is null", "revoked_at"),
      (
        "update assay.device_settings set attestation_app_ids = '{x}' where cardinality(attestation_app_ids) > 0",
        "attestation_app_ids"
      ),
      ("update assay.device_settings set code_secrets = '{}'", "app_codes"),
    ]
    for (statement, column) in tampering {
      #expect(try await differences(app, after: statement).contains(column), "\(column)")
    }
  }

  private func shop() async throws -> (DeviceApp, ServiceCaller, ServiceDocument) {
    let app = try await DeviceShop.shared.app(attestation: "production")
    return (app, try ServiceCaller(app), try ServiceDocument(port: app.running.stack.port))
  }

  /// What differs in the tenant; a statement before the check is undone after it.
  private func differences(_ app: DeviceApp, after statement: String? = nil) async throws -> Set<String> {
    struct Undo: Error { let found: Set<String> }
    let stack = app.running.stack
    let tenant = Int64(try await stack.number("select tenant_id from assay.apps where app_id = '\(app.appID)'"))
    let pool = try PostgresPool(
      PostgresConfiguration(conninfo: stack.database, applicationName: "assay-tests"), limit: 1)
    defer { pool.close() }
    do {
      return try await pool.withTransaction(tenant: tenant) { transaction in
        if let statement { _ = try await transaction.query(statement) }
        var found: Set<String> = []
        for query in ProjectionQuery.all {
          let rows = try await transaction.query(query.sql, [.int8(tenant)])
          for row in rows { found.formUnion(try row.decode(1, as: String.self).components(separatedBy: ", ")) }
        }
        throw Undo(found: found)
      }
    } catch let undo as Undo {
      return undo.found
    }
  }
}

/// The service API's document, to hold answers against.
private struct ServiceDocument {
  private let document: APIDocument

  init(port: UInt16) throws {
    let answer = try WireClient(port: port).exchange(
      WireRequest(method: "GET", target: "/openapi.json", host: "127.0.0.1"))
    document = try APIDocument(answer.body)
  }

  func expects(_ answer: WireAnswer, _ name: String) throws {
    let operation = try #require(document.operations.first { $0.id == name })
    #expect(AnswerCheck(document: document).problems(of: answer, to: operation) == [])
  }
}

extension DeviceApp {
  fileprivate func id(_ token: String) throws -> String {
    try #require(try account(token).object["id"] as? String)
  }
}
