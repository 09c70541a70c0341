/// Finds the operation of a request. Paths are compared as they were sent; only the named parts are percent-decoded.
struct Router<Value: Sendable>: Sendable {
  enum Finding {
    case found(Value, parameters: [String])
    case wrongMethod(allowed: [String])
    case nothing
  }

  private struct Node: Sendable {
    var fixed: [Substring: Int] = [:]
    var named: Int?
    var values: [String: Value] = [:]
  }

  private var nodes = [Node()]

  /// Enters an operation. The later of two with the same method and path stands.
  mutating func add(method: String, pattern: PathPattern, _ value: Value) {
    var current = 0
    for part in pattern.parts { current = child(of: current, part) }
    nodes[current].values[method] = value
  }

  private mutating func child(of index: Int, _ part: PathPattern.Part) -> Int {
    switch part {
    case .fixed(let text):
      if let next = nodes[index].fixed[text[...]] { return next }
      nodes[index].fixed[text[...]] = nodes.count
    case .named:
      if let next = nodes[index].named { return next }
      nodes[index].named = nodes.count
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Looks a request up. The parameters stand in the order of the path, decoded.
  func find(method: String, path: String) -> Finding {
    guard path.utf8.first == UInt8(ascii: "/") else { return .nothing }
    var current = 0
    var parameters: [String] = []
    for part in path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let text = Substring(part)
      if let next = nodes[current].fixed[text] {
        current = next
      } else if let next = nodes[current].named, let decoded = PercentEncoding.decode(text), !decoded.isEmpty {
        parameters.append(decoded)
        current = next
      } else {
        return .nothing
      }
    }
    if let value = nodes[current].values[method] { return .found(value, parameters: parameters) }
    let allowed = nodes[current].values.keys.sorted()
    return allowed.isEmpty ? .nothing : .wrongMethod(allowed: allowed)
  }
}
