import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import Postgres
import StackTestSupport
import Testing

@testable import AttestationService

@Suite("A challenge of the device API after 300 seconds", .enabled(if: TestStack.isPossible))
struct ExpiredChallengeTests {
  @Test("the challenge is expired: 401 attestation_invalid, and recorded as challenge_expired")
  func expired() async throws {
    let app = try await DeviceShop.shared.app(attestation: "production")
    let challenge = try app.challenge()
    let expired = try await backdated(challenge, app)
    #expect(expired != challenge)
    let answer = try app.create(["attestation": try app.attestation(LabKey(), over: expired)])
    #expect(answer.row == "401 attestation_invalid")
    #expect(answer.object["stage"] as? String == "challenge")
    let events = try app.running.stack.assay([
      "events", "read", "--tenant", app.running.tenant, "--type", "device_attestation_refused", "--limit", "1000",
    ])
    #expect("\(events)".contains("challenge_expired"))
  }

  /// The same challenge as if it had been issued 301 seconds earlier: the service's own token, under the service's own key,
  /// and its row moved with it. Nobody waits five minutes for this test.
  private func backdated(_ text: String, _ app: DeviceApp) async throws -> String {
    let bytes = try #require(Base64.decode(text))
    let stack = app.running.stack
    let scope = ChallengeScope(
      tenant: Int64(try await stack.number("select tenant_id from assay.apps where app_id = '\(app.appID)'")),
      app: Int64(try await stack.number("select app_pk from assay.apps where app_id = '\(app.appID)'")),
      purpose: .attestation)
    let keys = try await stack.challengeKeys()
    let token = try #require(ChallengeToken.open(bytes, scope: scope, keys: keys))
    let expiry = UInt32(token.expiresAt.timeIntervalSince1970) - 301
    try await stack.sql(
      """
      update assay.challenges set expires_at = to_timestamp(\(expiry)), issued_at = issued_at - interval '301 seconds'
      where challenge_id = \(token.row)
      """)
    let key = try #require(keys.signing(at: Date()))
    return Base64.encode(
      ChallengeToken.make(row: token.row, expiry: expiry, scope: scope, key: key, random: token.random).bytes)
  }
}

extension TestStack {
  /// The service keys of challenges, as the running programs have them.
  fileprivate func challengeKeys() async throws -> ChallengeMACKeys {
    let pool = try PostgresPool(PostgresConfiguration(conninfo: database, applicationName: "assay-tests"), limit: 1)
    defer { pool.close() }
    return ChallengeMACKeys(try await ChallengeKeyStore(pool: pool).keys(at: Date()))
  }
}
