/// A numeric address and a port to listen on.
public struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
  public let host: String
  public let port: UInt16

  /// Names an address.
  public init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Reads `ADDRESS:PORT`; IPv6 addresses stand in brackets.
  public init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: port)
  }

  public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
