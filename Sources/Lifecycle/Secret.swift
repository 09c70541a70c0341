/// A value that prints nothing: not in text, not in a debugger's dump, not by reflection.
public struct Secret: Sendable {
  private let storage: [UInt8]

  /// Hides bytes.
  public init(_ bytes: [UInt8]) {
    storage = bytes
  }

  /// Hides text.
  public init(_ text: String) {
    storage = Array(text.utf8)
  }

  /// Whether there is nothing to hide.
  public var isEmpty: Bool { storage.isEmpty }

  /// The value, for the one call that needs it.
  public func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result { try body(storage) }

  /// The value as text, for the one call that needs it.
  public func withText<Result>(_ body: (String) throws -> Result) rethrows -> Result {
    try body(String(decoding: storage, as: UTF8.self))
  }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always the same word.
  public var description: String { "<secret>" }
  /// Always the same word.
  public var debugDescription: String { "<secret>" }
  /// Nothing to see.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
