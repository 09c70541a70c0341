/// Whom a question concerns: the pace and the breakers are kept by these.
public struct RefreshRoute: Sendable, Hashable {
  /// The developer team that the receipt belongs to.
  public var team: String
  /// The credential that signs for it: tenant, team and key id.
  public var credential: String
  /// Apple's host.
  public var host: String

  /// A route to Apple.
  public init(team: String, credential: String, host: String) {
    self.team = team
    self.credential = credential
    self.host = host
  }
}
