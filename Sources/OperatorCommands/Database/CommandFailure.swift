/// A command could not do what it was asked to, in a sentence for the operator.
struct CommandFailure: Error, Sendable, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
