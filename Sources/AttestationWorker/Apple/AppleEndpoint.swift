import AppAttest

/// Where Apple's receipt service is, and how it is spoken to where its documentation leaves that open.
public struct AppleEndpoint: Sendable {
  /// The base address of the production host.
  public var production: String
  /// The base address of the development host.
  public var development: String
  /// The content type; nil sends none.
  public var contentType: String?
  /// What stands before the token in `Authorization`; nil, as Apple documents it, is nothing.
  public var authorizationScheme: String?

  /// Apple's own hosts.
  public init(
    production: String = "https://data.appattest.apple.com",
    development: String = "https://data-development.appattest.apple.com",
    contentType: String? = "application/octet-stream", authorizationScheme: String? = nil
  ) {
    self.production = production
    self.development = development
    self.contentType = contentType
    self.authorizationScheme = authorizationScheme
  }

  func base(_ environment: AttestationEnvironment) -> String {
    environment == .production ? production : development
  }
}
