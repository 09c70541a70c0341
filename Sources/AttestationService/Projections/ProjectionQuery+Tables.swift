/// The numbers are those of `EventType`.
extension ProjectionQuery {
  static let tenants = ProjectionQuery(
    table: "tenants", entity: "tenant_id",
    rebuilt: """
      SELECT stream AS tenant_id, max(data->>'public_id') AS public_id, max(data->>'name') AS name,
        coalesce((array_agg((data->>'status')::smallint ORDER BY version DESC) FILTER (WHERE type = 2))[1], 1) AS status
      FROM assay.events WHERE tenant_id = $1 AND type IN (1, 2) GROUP BY stream
      """, columns: ["public_id", "name", "status"])

  static let secrets = ProjectionQuery(
    table: "tenant_secrets", entity: "secret_id",
    rebuilt: """
      SELECT stream AS secret_id, max(data->>'name') AS name, max((data->>'scopes')::integer) AS scopes,
        min(at) FILTER (WHERE type = 3) AS created_at, min(at) FILTER (WHERE type = 4) AS revoked_at
      FROM assay.events WHERE tenant_id = $1 AND type IN (3, 4) GROUP BY stream
      """, columns: ["name", "scopes", "created_at", "revoked_at"])

  static let apps = ProjectionQuery(
    table: "apps", entity: "app_pk",
    rebuilt: """
      SELECT stream AS app_pk, max(data->>'app_id') AS app_id, max(version) AS version, max(at) AS updated_at,
        ARRAY(SELECT jsonb_array_elements_text(
          (array_agg(data->'environments' ORDER BY version DESC) FILTER (WHERE data ? 'environments'))[1])) AS environments,
        ARRAY(SELECT jsonb_array_elements_text(
          (array_agg(data->'platforms' ORDER BY version DESC) FILTER (WHERE data ? 'platforms'))[1])) AS platforms,
        (array_agg(data->'policy' ORDER BY version DESC) FILTER (WHERE data ? 'policy'))[1] AS policy,
        min(at) FILTER (WHERE type = 10) AS created_at, min(at) FILTER (WHERE type = 12) AS deleted_at
      FROM assay.events WHERE tenant_id = $1 AND type IN (10, 11, 12) GROUP BY stream
      """,
    columns: [
      "app_id", "environments", "platforms", "policy", "version", "created_at", "updated_at", "deleted_at",
    ])

  static let accounts = ProjectionQuery(
    table: "accounts", entity: "account_pk",
    rebuilt: """
      SELECT stream AS account_pk, subject AS app_pk, data->>'account_id' AS account_id, at AS created_at
      FROM assay.events WHERE tenant_id = $1 AND type = 20
      """, columns: ["app_pk", "account_id", "created_at"])

  static let keys = ProjectionQuery(
    table: "keys", entity: "key_pk",
    rebuilt: """
      SELECT k.stream AS key_pk, (k.data->>'app')::bigint AS app_pk, k.subject AS account_pk,
        decode(k.data->>'key_id', 'base64') AS key_id, decode(k.data->>'public_key', 'base64') AS public_key,
        (k.data->>'environment')::smallint AS environment, (k.data->>'validation_category')::bigint AS validation_category,
        k.data->>'bundle_version' AS bundle_version, k.data->>'os_version' AS os_version,
        k.data->>'device_id' AS device_id, k.flags & 1 = 1 AS is_lab,
        decode(k.data->>'submission', 'base64') AS submission, k.at AS registered_at, x.at AS revoked_at,
        x.data->>'reason' AS revocation_reason, k.data->>'attested_app_id' AS attested_app_id
      FROM assay.events k
      LEFT JOIN assay.events x ON x.tenant_id = k.tenant_id AND x.stream = k.stream AND x.type = 32
      WHERE k.tenant_id = $1 AND k.type = 30
      """,
    columns: [
      "app_pk", "account_pk", "key_id", "public_key", "environment", "validation_category", "bundle_version",
      "os_version", "device_id", "is_lab", "submission", "registered_at", "revoked_at", "revocation_reason",
      "attested_app_id",
    ])

  static let keyState = ProjectionQuery(
    table: "key_state", entity: "key_pk",
    rebuilt: """
      SELECT stream AS key_pk, coalesce(max(counter) FILTER (WHERE type = 40), 0) AS counter, max(version) AS version,
        (CASE WHEN bool_or(type = 32) THEN 2 ELSE 1 END)::smallint AS status,
        bool_or(type = 30 AND flags & 1 = 1) AS is_lab,
        bool_or(CASE type WHEN 30 THEN (data->>'shows_extension')::boolean WHEN 40 THEN flags & 2 = 2 ELSE false END)
          AS shows_extension
      FROM assay.events WHERE tenant_id = $1 GROUP BY stream HAVING bool_or(type = 30)
      """, columns: ["counter", "version", "status", "is_lab", "shows_extension"])

  /// A refresh (51, 52) replaces what the registration (50) stored; the receipt itself and its not-before are in no event.
  static let receipts = ProjectionQuery(
    table: "receipts", entity: "key_pk",
    rebuilt: """
      SELECT s.stream AS key_pk, CASE WHEN v.data IS NULL THEN s.data->>'verdict' ELSE 'accepted' END AS verdict,
        CASE WHEN v.data IS NULL THEN s.refusal END AS refusal,
        CASE WHEN v.data IS NULL THEN s.data->>'receipt_type' ELSE 'RECEIPT' END AS receipt_type,
        s.data->>'environment' AS environment,
        coalesce(m.data->>'metric', s.data->>'risk_metric')::integer AS risk_metric,
        coalesce(v.data->>'created_at', s.data->>'created_at')::timestamptz AS created_at,
        coalesce(v.data->>'expires_at', s.data->>'expires_at')::timestamptz AS expires_at
      FROM assay.events s
      LEFT JOIN LATERAL (SELECT data FROM assay.events WHERE tenant_id = $1 AND stream = s.stream AND type = 51
        ORDER BY version DESC LIMIT 1) v ON true
      LEFT JOIN LATERAL (SELECT data FROM assay.events WHERE tenant_id = $1 AND stream = s.stream AND type = 52
        ORDER BY version DESC LIMIT 1) m ON true
      WHERE s.tenant_id = $1 AND s.type = 50
      """,
    columns: ["verdict", "refusal", "receipt_type", "environment", "risk_metric", "created_at", "expires_at"])

  /// A challenge's own stream exists only for a refused attestation, or for an assertion by an unknown key, whose one event
  /// needs no row.
  static let streams = ProjectionQuery(
    table: "streams", entity: "stream",
    rebuilt: """
      SELECT stream, max(version) AS version FROM assay.events WHERE tenant_id = $1
      GROUP BY stream HAVING NOT bool_or(type IN (30, 40, 41))
      """, columns: ["version"])
}
