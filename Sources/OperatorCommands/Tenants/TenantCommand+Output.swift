import AttestationService

extension TenantRecord {
  var status: String { isSuspended ? "suspended" : "active" }

  var cells: [String] { [publicID, name, status, Timestamp.format(createdAt)] }

  var json: JSONValue {
    .object([
      ("tenant", .string(publicID)), ("name", .string(name)), ("status", .string(status)),
      ("created_at", .instant(createdAt)),
    ])
  }
}

extension SecretRecord {
  var status: String { revokedAt.map { "revoked \(Timestamp.format($0))" } ?? "active" }

  var cells: [String] {
    [id, name, scopes.map(\.rawValue).joined(separator: ","), Timestamp.format(createdAt), status]
  }

  var json: JSONValue {
    .object([
      ("secret_id", .string(id)), ("name", .string(name)), ("scopes", .array(scopes.map { .string($0.rawValue) })),
      ("created_at", .instant(createdAt)), ("revoked_at", revokedAt.map(JSONValue.instant) ?? .null),
    ])
  }
}
