/// An operator named something that does not exist.
public struct UnknownEntity: Error, Sendable, Equatable, CustomStringConvertible {
  public let description: String

  init(_ kind: String, _ name: String) { description = "there is no \(kind) \(name)" }
}
