/// The device API's tables. Its sites are a directory of all tenants and no state of one; answers kept for repeats pass.
extension ProjectionQuery {
  static let devices = [deviceAccounts, deviceTokens, deviceSettings]

  /// The receipt itself is in no event. The public key is tied to the key's identifier by the table.
  private static let deviceAccounts = ProjectionQuery(
    table: "device_accounts", entity: "account_pk",
    rebuilt: """
      SELECT c.stream AS account_pk, c.subject AS app_pk, c.at AS created_at, d.at AS deleted_at,
        decode(c.data->>'key_id', 'base64') AS key_id, CASE WHEN c.data ? 'key_id' THEN 0 END::bigint AS counter,
        (c.data->>'environment')::smallint AS environment, (c.data->>'validation_category')::bigint AS validation_category,
        c.data->>'bundle_version' AS bundle_version, coalesce((c.data->>'lab')::boolean, false) AS is_lab,
        c.data->>'receipt' AS receipt_verdict
      FROM assay.events c
      LEFT JOIN assay.events d ON d.tenant_id = c.tenant_id AND d.stream = c.stream AND d.type = 141
      WHERE c.tenant_id = $1 AND c.type = 140
      """,
    columns: [
      "app_pk", "created_at", "deleted_at", "key_id", "counter", "environment", "validation_category",
      "bundle_version", "is_lab", "receipt_verdict",
    ])

  /// A token ends with its own revocation or with its account.
  private static let deviceTokens = ProjectionQuery(
    table: "device_tokens", entity: "token_id",
    rebuilt: """
      SELECT i.subject AS token_id, i.stream AS account_pk, i.at AS created_at, coalesce(r.at, d.at) AS revoked_at
      FROM assay.events i
      LEFT JOIN assay.events r
        ON r.tenant_id = i.tenant_id AND r.stream = i.stream AND r.type = 143 AND r.subject = i.subject
      LEFT JOIN assay.events d ON d.tenant_id = i.tenant_id AND d.stream = i.stream AND d.type = 141
      WHERE i.tenant_id = $1 AND i.type = 142
      """, columns: ["account_pk", "created_at", "revoked_at"])

  /// Of secrets the events know the fingerprints alone. Early events of the attestation check do not name its app ids.
  private static let deviceSettings = ProjectionQuery(
    table: "device_settings", entity: "stream",
    rebuilt: """
      SELECT e.stream, max(e.subject) AS app_pk,
        CASE (array_agg(e.data->>'attestation' ORDER BY version DESC) FILTER (WHERE e.data ? 'attestation'))[1]
          WHEN 'production' THEN 1 WHEN 'development' THEN 2 END::smallint AS attestation_environment,
        coalesce(
          (array_agg(e.data->'app_ids' ORDER BY version DESC) FILTER (WHERE e.data ? 'attestation'))[1],
          (SELECT to_jsonb(s.attestation_app_ids) FROM assay.device_settings s
           WHERE s.tenant_id = $1 AND s.stream = e.stream)) AS attestation_app_ids,
        ARRAY(
          SELECT f.fingerprint FROM (
            SELECT coalesce(c.data->>'app_code_added', c.data->>'app_code_removed') AS fingerprint,
              (array_agg(c.data ? 'app_code_added' ORDER BY c.version DESC))[1] AS is_in_force
            FROM assay.events c
            WHERE c.tenant_id = $1 AND c.stream = e.stream AND c.data ?| array['app_code_added', 'app_code_removed']
            GROUP BY 1) f
          WHERE f.is_in_force ORDER BY 1) AS app_codes
      FROM assay.events e WHERE e.tenant_id = $1 AND e.type = 145 GROUP BY e.stream
      """, columns: ["app_pk", "attestation_environment", "attestation_app_ids", "app_codes"],
    live: """
      SELECT stream, app_pk, attestation_environment, to_jsonb(attestation_app_ids) AS attestation_app_ids,
        ARRAY(SELECT left(encode(sha256(secret), 'hex'), 8) FROM unnest(code_secrets) secret ORDER BY 1) AS app_codes
      FROM assay.device_settings WHERE tenant_id = $1
      """)
}
