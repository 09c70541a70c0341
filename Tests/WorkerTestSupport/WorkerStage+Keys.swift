import AppleLab
import Cryptography
import Foundation
import Postgres

extension WorkerStage {
  /// A registered key with its receipt.
  public struct Key: Sendable {
    /// Its number.
    public let key: Int64
    /// Its attestation.
    public let attestation: LabAttestation
  }

  /// Registers keys whose `ATTEST` receipts are due, each of a device and an account of its own.
  public func addKeys(
    _ count: Int, age: TimeInterval = 3_600, tenant: Int64? = nil, app: Int64? = nil, shape: LabShape = .ios27
  ) async throws -> [Key] {
    let device = LabDevice(authorities: authorities, appID: Self.appID, shape: shape)
    let attestedAt = Date(timeIntervalSinceNow: -age)
    var attestations: [LabAttestation] = []
    for _ in 0..<count {
      let made = try device.attest(device.generateKey(), clientDataHash: SHA256.hash("challenge"), at: attestedAt)
      apple.attested(made, device: Hex.encode(made.keyID), at: attestedAt)
      attestations.append(made)
    }
    let points = try attestations.map { try Certificate(der: $0.certificate).p256PublicKey().x963 }
    let environment: Int16 = shape == .ios27Development ? 2 : 1
    let rows = try await pool.withConnection { connection in
      try await connection.query(
        Self.registration,
        [
          .int8(tenant ?? self.tenant), .int8(app ?? self.app), .bytesArray(attestations.map(\.keyID)),
          .bytesArray(points), .bytesArray(attestations.map(\.receipt)), .timestamp(attestedAt), .int2(environment),
          .text(environment == 1 ? "production" : "development"),
        ])
    }
    return try zip(rows, attestations).map { Key(key: try $0.decode(0), attestation: $1) }
  }

  private static let registration = """
    with c as (
      select nextval('assay.id_seq') as key_pk, nextval('assay.id_seq') as account_pk, k.*
      from unnest($3::bytea[], $4::bytea[], $5::bytea[]) with ordinality k (key_id, public_key, receipt, place)),
    a as (
      insert into assay.accounts (tenant_id, account_pk, app_pk, account_id, created_at)
      select $1, account_pk, $2, 'account-' || account_pk, $6 from c),
    k as (
      insert into assay.keys (tenant_id, key_pk, app_pk, account_pk, key_id, public_key, environment, is_lab, submission,
        registered_at)
      select $1, key_pk, $2, account_pk, key_id, public_key, $7, true, sha256(key_id), $6 from c),
    s as (
      insert into assay.key_state (tenant_id, key_pk, counter, version, status, shows_extension, is_lab)
      select $1, key_pk, 0, 2, 1, true, true from c),
    r as (
      insert into assay.receipts (tenant_id, key_pk, verdict, receipt, receipt_type, environment, created_at, expires_at,
        stored_at)
      select $1, key_pk, 'accepted', receipt, 'ATTEST', $8, $6, $6::timestamptz + interval '90 days', now() from c),
    f as (
      insert into assay.receipt_refresh (tenant_id, key_pk, app_pk, account_pk, attested_at)
      select $1, key_pk, $2, account_pk, $6 from c),
    j as (
      insert into assay.jobs (tenant_id, queue, subject, run_at, due_at)
      select $1, 'receipts', key_pk, now(), now() from c)
    select key_pk from c order by place
    """
}
