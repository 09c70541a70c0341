import AppAttest
import Cryptography
import Foundation
import Postgres

/// Claims and registrations in the database.
struct RegistrationStore: Sendable {
  let pool: PostgresPool
  let keys: KeyStore

  func claim(_ claim: RegistrationClaim) async throws -> RegistrationClaim.Answer {
    let submission = claim.submission
    let statement = PostgresStatement(
      "SELECT verdict, key_pk, refusal FROM assay.claim_attestation_challenge($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(submission.tenant), .int8(submission.app.app), .int8(claim.challenge.row),
        .timestamp(claim.challenge.expiresAt), .bytes(claim.challenge.random), .text(submission.account),
        .bytes(claim.digest),
      ])
    let row = try await pool.transaction(tenant: submission.tenant, [statement])[0].single()
    switch try row.decode("verdict", as: String.self) {
    case "claimed": return .verify
    case "repeated":
      if let refusal = try row.decodeIfPresent("refusal", as: String.self) { return .refused(.known(refusal)) }
      return .registered(try await state(submission, key: try row.decode("key_pk")))
    case let code: return .refused(.known(code))
    }
  }

  func register(_ claim: RegistrationClaim, _ judged: JudgedAttestation) async throws -> RegistrationOutcome {
    let row = try await pool.transaction(tenant: claim.submission.tenant, [try Self.record(claim, judged)])[0].single()
    if let refusal = try row.decodeIfPresent("refusal", as: String.self) { throw Refusal.known(refusal) }
    return RegistrationOutcome(
      key: try await state(claim.submission, key: try row.decode("key_pk")), isRepeat: try row.decode("is_repeat"))
  }

  func refuse(_ claim: RegistrationClaim, _ refusal: Refusal) async throws {
    let submission = claim.submission
    let statement = PostgresStatement(
      "SELECT assay.record_attestation_refusal($1, $2, $3, $4, $5, $6, $7)",
      [
        .int8(submission.tenant), .int8(claim.challenge.row), .bytes(claim.digest), .text(refusal.code),
        .bool(submission.app.policy.lab?.instant != nil), .text(submission.correlationID),
        .json(#"{"stage":"\#(refusal.stage.rawValue)","app":\#(submission.app.app)}"#),
      ])
    _ = try await pool.transaction(tenant: submission.tenant, [statement])
  }

  private func state(_ submission: AttestationSubmission, key: Int64) async throws -> KeyState {
    guard let state = try await keys.state(tenant: submission.tenant, app: submission.app.app, key: key) else {
      throw DamagedRecord("attestation_submissions.key_pk")
    }
    return state
  }

  private static func record(_ claim: RegistrationClaim, _ judged: JudgedAttestation) throws -> PostgresStatement {
    let (submission, attestation) = (claim.submission, judged.attestation)
    return PostgresStatement(
      """
      SELECT refusal, key_pk, is_repeat FROM assay.record_attestation(
        $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
      """,
      [
        .int8(submission.tenant), .int8(submission.app.app), .text(submission.account), .int8(claim.challenge.row),
        .timestamp(claim.challenge.expiresAt), .bytes(claim.digest), .bytes(attestation.keyID),
        .bytes(attestation.publicKey.x963), .int2(DeviceEnvironment(attestation.environment).number),
        .int8(attestation.validationCategory.map(Int64.init)), .text(attestation.bundleVersion),
        .text(attestation.osVersion), .text(submission.device), .bool(attestation.showsExtensions),
        .bool(judged.isLab), .text(judged.receipt.verdict), .text(judged.receipt.code),
        .bytes(attestation.receipt.isEmpty ? nil : attestation.receipt),
        try judged.receiptFields.map { try ReceiptColumns($0).json } ?? .null, .text(submission.correlationID),
        .text(attestation.appID),
      ])
  }
}
