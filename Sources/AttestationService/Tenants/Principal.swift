/// Who calls: a tenant, by one of its secrets. A class, because every request carries one.
public final class Principal: Sendable {
  /// The tenant.
  public let tenant: Int64
  /// `tnt_…`, for logs.
  public let publicID: String
  /// What it may be used for.
  public let scopes: Set<SecretScope>

  /// Nobody in particular, for calls that need no secret.
  public static let nobody = Principal(tenant: 0, publicID: "", scopes: [])

  init(tenant: Int64, publicID: String, scopes: Set<SecretScope>) {
    self.tenant = tenant
    self.publicID = publicID
    self.scopes = scopes
  }
}
