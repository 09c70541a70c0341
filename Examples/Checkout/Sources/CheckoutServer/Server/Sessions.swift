import HTTPServer

/// Who is signed in. A real shop has its own; this one has fixed tokens.
public struct Sessions: Sendable {
  private let accounts: [String: String]

  /// Sessions by token.
  public init(_ accounts: [String: String]) {
    self.accounts = accounts
  }

  /// Two accounts, each with a token.
  public static let sample = Sessions(["alice-token": "alice", "bob-token": "bob"])

  func account(of request: HTTPRequest) -> String? {
    guard let value = request.headers["Authorization"], value.hasPrefix("Bearer ") else { return nil }
    return accounts[String(value.dropFirst(7))]
  }
}
