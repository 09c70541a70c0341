/// The app whose device API a request is for.
public struct DeviceSite: Sendable, Hashable {
  /// Whose app it is.
  public let tenant: Int64
  /// The app's number.
  public let app: Int64
  /// `PREFIX.bundle.identifier`
  public let appID: String
}
