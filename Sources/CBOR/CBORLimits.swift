/// How much a decoder takes on before it refuses.
public struct CBORLimits: Sendable {
  /// The most bytes of input.
  public var bytes: Int
  /// The most nested collections.
  public var depth: Int
  /// The most data items, collections included.
  public var items: Int

  /// Limits that App Attest objects stay far below.
  public init(bytes: Int = 64 * 1024, depth: Int = 8, items: Int = 256) {
    (self.bytes, self.depth, self.items) = (bytes, depth, items)
  }
}
