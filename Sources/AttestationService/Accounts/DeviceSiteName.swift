/// Where an app's device API is found: a host name of its own, or a path prefix on the service's.
public enum DeviceSiteName: Sendable, Hashable, CustomStringConvertible {
  case host(String)
  case path(String)

  static let maximumSegments = 4

  /// Reads a host name, or a path that begins with a slash; nil when it is neither or would hide a route of the service.
  public init?(_ text: String) {
    if text.hasPrefix("/") {
      guard Self.isPrefix(text) else { return nil }
      self = .path(text)
    } else {
      let host = text.lowercased()
      guard Self.isHost(host) else { return nil }
      self = .host(host)
    }
  }

  /// Reads the name as it is stored.
  init?(stored text: String) {
    if text.hasPrefix("host:") {
      self = .host(String(text.dropFirst(5)))
    } else if text.hasPrefix("path:") {
      self = .path(String(text.dropFirst(5)))
    } else {
      return nil
    }
  }

  /// The name as it is stored.
  var stored: String {
    switch self {
    case .host(let host): "host:" + host
    case .path(let prefix): "path:" + prefix
    }
  }

  /// The host name, or the prefix.
  public var description: String {
    switch self {
    case .host(let host): host
    case .path(let prefix): prefix
    }
  }

  private static func isHost(_ text: String) -> Bool {
    guard (1...253).contains(text.utf8.count), let first = text.utf8.first, let last = text.utf8.last else {
      return false
    }
    return isAlphanumeric(first) && isAlphanumeric(last)
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
  }

  /// One to four plain segments. The first is neither `v1` nor the document's name.
  private static func isPrefix(_ text: String) -> Bool {
    let segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard (1...maximumSegments).contains(segments.count), segments[0] != "v1", segments[0] != "openapi.json" else {
      return false
    }
    return segments.allSatisfy { segment in
      (1...63).contains(segment.utf8.count) && segment.utf8.first != UInt8(ascii: ".")
        && segment.utf8.allSatisfy { isAlphanumeric($0) || "ABCDEFGHIJKLMNOPQRSTUVWXYZ._~-".utf8.contains($0) }
    }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
