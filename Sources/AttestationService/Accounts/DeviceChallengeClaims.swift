import Cryptography
import Foundation
import Postgres

/// Claims the challenges of the device API: one row, atomically, before anything is verified.
struct DeviceChallengeClaims: Sendable {
  let desk: ChallengeDesk
  let pool: PostgresPool

  /// Nil when the challenge is this request's now; otherwise why it is not to be had.
  ///
  /// The text must be the very one that was issued: another way to write the same bytes has another hash.
  func claim(_ text: String, site: DeviceSite, claim: [UInt8], at instant: Date) async throws -> String? {
    guard let bytes = Base64.decode(text), Base64.encode(bytes) == text else { return Refusal.challengeUnknown.code }
    let token: ChallengeToken
    do throws(Refusal) {
      let scope = ChallengeScope(tenant: site.tenant, app: site.app, purpose: .attestation)
      token = try desk.open(bytes, scope: scope, at: instant)
    } catch {
      return error.code
    }
    let statement = PostgresStatement(
      "SELECT verdict FROM assay.claim_attestation_challenge($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(site.tenant), .int8(site.app), .int8(token.row), .timestamp(token.expiresAt), .bytes(token.random),
        .text(DeviceAccounts.noAccount), .bytes(claim),
      ])
    let verdict: String = try await pool.transaction(tenant: site.tenant, [statement])[0].single().decode("verdict")
    return verdict == "claimed" ? nil : verdict
  }
}
