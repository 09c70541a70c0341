import Foundation

/// Where the load goes: one app of one tenant at one address, without TLS.
public struct ServiceTarget: Sendable {
  /// The host's name or address.
  public let host: String
  /// The port.
  public let port: Int
  /// `TEAMID.bundle.id`.
  public let appID: String
  private let heads: [Resource: [UInt8]]

  /// What the load asks for.
  enum Resource: String, CaseIterable {
    case challenges
    case attestations
    case assertions
    case admissions
  }

  /// A target; nil when the address is not `http://HOST[:PORT]`.
  public init?(api: String, secret: String, appID: String) {
    guard let url = URLComponents(string: api), url.scheme == "http", let host = url.host else { return nil }
    let port = url.port ?? 80
    (self.host, self.port, self.appID) = (host, port, appID)
    let fields = "Host: \(host):\(port)\r\nAuthorization: Bearer \(secret)\r\nContent-Type: application/json\r\n"
    heads = Dictionary(
      uniqueKeysWithValues: Resource.allCases.map { resource in
        let line = "POST /v1/apps/\(appID)/\(resource.rawValue) HTTP/1.1\r\n"
        return (resource, [UInt8]((line + fields + "Content-Length: ").utf8))
      })
  }

  /// A whole request.
  func post(_ resource: Resource, body: [UInt8]) -> [UInt8] {
    var request = heads[resource] ?? []
    request.reserveCapacity(request.count + body.count + 10)
    request += String(body.count).utf8
    request += "\r\n\r\n".utf8
    request += body
    return request
  }
}
