import Foundation

/// Where the load goes: one app of one tenant at one address, without TLS.
public struct ServiceTarget: Sendable {
  /// The host's name or address.
  public let host: String
  /// The port.
  public let port: Int
  /// The tenant's secret.
  let secret: String
  /// `TEAMID.bundle.id`.
  public let appID: String

  /// A target; nil when the address is not `http://HOST[:PORT]`.
  public init?(api: String, secret: String, appID: String) {
    guard let url = URLComponents(string: api), url.scheme == "http", let host = url.host else { return nil }
    self.host = host
    port = url.port ?? 80
    self.secret = secret
    self.appID = appID
  }

  /// A whole POST request to a resource below the app.
  func post(_ resource: String, body: String) -> [UInt8] {
    let head = """
      POST /v1/apps/\(appID)/\(resource) HTTP/1.1\r
      Host: \(host):\(port)\r
      Authorization: Bearer \(secret)\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r

      """
    return [UInt8]((head + body).utf8)
  }
}
