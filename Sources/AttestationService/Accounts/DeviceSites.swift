/// All sites at one moment.
struct DeviceSites: Sendable {
  private var hosts: [String: DeviceSite] = [:]
  private var prefixes: [String: DeviceSite] = [:]

  init(_ sites: [(DeviceSiteName, DeviceSite)] = []) {
    for (name, site) in sites {
      switch name {
      case .host(let host): hosts[host] = site
      case .path(let prefix): prefixes[prefix] = site
      }
    }
  }

  /// The site of a request, with the path that is left for it. The longest prefix wins; a host name comes after.
  func find(host: String?, path: String) -> (site: DeviceSite, path: String)? {
    if !prefixes.isEmpty, let found = prefixed(path) { return found }
    guard !hosts.isEmpty, let host, let site = hosts[Self.bare(host)] else { return nil }
    return (site, path)
  }

  private func prefixed(_ path: String) -> (DeviceSite, String)? {
    var ends: [String.Index] = []
    for index in path.indices.dropFirst() where path[index] == "/" {
      ends.append(index)
      if ends.count == DeviceSiteName.maximumSegments { break }
    }
    for end in ends.reversed() {
      if let site = prefixes[String(path[..<end])] { return (site, String(path[end...])) }
    }
    return nil
  }

  /// The name without port and closing dot, in lower case.
  private static func bare(_ host: String) -> String {
    var name = host.lowercased()[...]
    if let colon = name.lastIndex(of: ":"), name[colon...].dropFirst().utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      name = name[..<colon]
    }
    return name.hasSuffix(".") ? String(name.dropLast()) : String(name)
  }
}
