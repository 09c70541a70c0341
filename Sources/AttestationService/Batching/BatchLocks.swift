/// What a row locks: nothing, one thing, or two.
struct BatchLocks {
  static let none = BatchLocks(nil, nil)

  private let first: Int64?
  private let second: Int64?

  init(_ first: Int64?, _ second: Int64? = nil) {
    self.first = first
    self.second = second
  }

  func overlap(_ taken: Set<Int64>) -> Bool {
    first.map(taken.contains) ?? false || second.map(taken.contains) ?? false
  }

  func take(into taken: inout Set<Int64>) {
    if let first { taken.insert(first) }
    if let second { taken.insert(second) }
  }
}
