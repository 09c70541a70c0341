/// Who calls: a tenant, by one of its secrets.
public struct Principal: Sendable, Equatable {
  public let tenant: Int64
  /// `tnt_…`, for logs.
  public let publicID: String
  public let scopes: Set<SecretScope>

  /// Nobody in particular, for calls that need no secret.
  public static let nobody = Principal(tenant: 0, publicID: "", scopes: [])
}
