/// Finds the operation of a request. Paths are compared as they were sent; only the named parts are percent-decoded.
///
/// Every request asks twice, for its body's cap and for its operation: nothing is hashed, and only parameters allocate.
struct Router<Value: Sendable>: Sendable {
  enum Finding {
    case found(Value, parameters: [String])
    case wrongMethod(allowed: [String])
    case nothing
  }

  private struct Node: Sendable {
    var fixed: [(name: [UInt8], next: Int)] = []
    var named: Int?
    var values: [(method: String, value: Value)] = []
  }

  private var nodes = [Node()]

  /// Enters an operation. The later of two with the same method and path stands.
  mutating func add(method: String, pattern: PathPattern, _ value: Value) {
    var current = 0
    for part in pattern.parts { current = child(of: current, part) }
    nodes[current].values.removeAll { $0.method == method }
    nodes[current].values.append((method, value))
  }

  private mutating func child(of index: Int, _ part: PathPattern.Part) -> Int {
    switch part {
    case .fixed(let text):
      let name = Array(text.utf8)
      if let known = nodes[index].fixed.first(where: { $0.name == name }) { return known.next }
      nodes[index].fixed.append((name, nodes.count))
    case .named:
      if let next = nodes[index].named { return next }
      nodes[index].named = nodes.count
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  /// Looks a request up. The parameters stand in the order of the path, decoded.
  func find(method: String, path: String) -> Finding {
    var parameters: [String] = []
    guard
      let node = walk(
        path,
        parameter: { part in
          guard let decoded = PercentEncoding.decode(part), !decoded.isEmpty else { return false }
          parameters.append(decoded)
          return true
        })
    else { return .nothing }
    if let known = node.values.first(where: { $0.method == method }) {
      return .found(known.value, parameters: parameters)
    }
    return node.values.isEmpty ? .nothing : .wrongMethod(allowed: node.values.map(\.method).sorted())
  }

  /// The operation of a request, without its parameters; nil when there is none.
  func value(method: String, path: String) -> Value? {
    walk(path, parameter: { !$0.isEmpty })?.values.first { $0.method == method }?.value
  }

  /// Follows the parts of a path. `parameter` says whether a named part may stand there.
  private func walk(_ path: String, parameter: (UnsafeBufferPointer<UInt8>) -> Bool) -> Node? {
    var path = path
    return path.withUTF8 { path in
      guard path.first == UInt8(ascii: "/") else { return nil }
      var current = 0
      var start = 1
      while start <= path.count {
        let end = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.count
        let part = UnsafeBufferPointer(rebasing: path[start..<end])
        if let known = nodes[current].fixed.first(where: { $0.name.elementsEqual(part) }) {
          current = known.next
        } else if let next = nodes[current].named, parameter(part) {
          current = next
        } else {
          return nil
        }
        start = end + 1
      }
      return nodes[current]
    }
  }
}
