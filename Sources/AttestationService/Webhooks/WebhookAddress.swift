import Foundation

/// Where a webhook's messages go: an https address without credentials and fragment.
///
/// Which machine the name stands for is looked at with every connection, not here: a name can point elsewhere tomorrow.
public struct WebhookAddress: Sendable, Equatable {
  /// The address as it was given.
  public let text: String

  /// Why text is not such an address.
  public enum Problem: String, Error, Sendable, CaseIterable {
    /// It is longer than 2,048 bytes, or has spaces or control characters.
    case malformed = "url_malformed"
    /// Its scheme is not https.
    case notHTTPS = "url_not_https"
    /// It holds a user name or a password.
    case hasCredentials = "url_has_credentials"
    /// It has a fragment, which would never be sent.
    case hasFragment = "url_has_fragment"
    /// It names this machine.
    case local = "url_local"

    /// The stable code.
    public var code: String { rawValue }
  }

  /// Checks an address.
  public init(_ text: String) throws(Problem) {
    guard (1...2_048).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let parts = URLComponents(string: text), let host = parts.host, !host.isEmpty
    else { throw .malformed }
    guard parts.scheme?.lowercased() == "https", text.hasPrefix("https://") else { throw .notHTTPS }
    guard parts.user == nil, parts.password == nil else { throw .hasCredentials }
    guard parts.fragment == nil else { throw .hasFragment }
    guard !Self.isLocal(host.lowercased()) else { throw .local }
    self.text = text
  }

  private static func isLocal(_ host: String) -> Bool {
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    return name == "localhost" || name.hasSuffix(".localhost")
  }
}

extension WebhookAddress.Problem: CustomStringConvertible {
  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .malformed: "The address must be a URL of at most 2,048 visible ASCII characters."
    case .notHTTPS: "The address must begin with https://."
    case .hasCredentials: "The address must not hold a user name or a password."
    case .hasFragment: "The address must not have a fragment."
    case .local: "The address must not name the machine itself."
    }
  }
}
