/// What is wrong with a policy, and where.
public struct PolicyProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// JSON pointer of the field, from the policy's own root.
  public let pointer: String
  public let reason: String

  init(_ path: [any CodingKey], _ reason: String) {
    pointer = path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
    self.reason = reason
  }

  public var description: String { "\(pointer.isEmpty ? "the policy" : pointer) \(reason)" }

  /// The refusal that a caller sees, with the pointer from the request's root.
  public func refusal(under root: String) -> Refusal { .invalidField(root + pointer, "The field \(reason).") }
}
