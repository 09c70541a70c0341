import Cryptography
import Foundation
import Postgres

/// Records many challenges with one call and makes each into its token.
struct ChallengeWork: BatchWork {
  let keyring: ChallengeKeyring
  let lab: LabSwitch?

  func statement(tenant: Int64, rows: [ChallengeRow]) -> PostgresStatement {
    PostgresStatement(
      "SELECT challenge_id FROM assay.issue_challenges($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(tenant), .int8Array(rows.map { $0.request.app.app }), .int2Array(rows.map { $0.request.purpose.number }),
        .textArray(rows.map { $0.request.account }), .textArray(rows.map { $0.request.operation }),
        .timestampArray(rows.map { $0.expiresAt }), .bytesArray(rows.map { $0.random }),
      ])
  }

  func deliver(_ answer: PostgresRows, to rows: [ChallengeRow]) throws(PostgresError) {
    let ids = try answer.column(0, as: Int64.self)
    guard ids.count == rows.count else {
      throw PostgresError(sqlState: "XX000", message: "a batch gave another number of answers")
    }
    let key = keyring.current.signing(at: Date())
    for (row, id) in zip(rows, ids) {
      guard let key else {
        row.complete(.storageUnavailable)
        continue
      }
      row.completion(.success(issue(row, id: id, key: key)))
    }
  }

  private func issue(_ row: ChallengeRow, id: Int64, key: ChallengeMACKey) -> IssuedChallenge {
    let scope = ChallengeScope(tenant: row.tenant, app: row.request.app.app, purpose: row.request.purpose)
    let token = ChallengeToken.make(row: id, expiry: row.expiry, scope: scope, key: key, random: row.random)
    if let planted = row.request.planted { lab?.planted.plant(planted, for: token, in: scope) }
    return IssuedChallenge(
      bytes: row.request.planted ?? token.bytes, expiresAt: token.expiresAt, lifetimeSeconds: row.request.lifetime)
  }
}
