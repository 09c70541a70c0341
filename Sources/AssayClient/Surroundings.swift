import Foundation

/// What the client takes from the system: the clock and chance. Tests bring their own.
public struct Surroundings: Sendable {
  let now: @Sendable () -> Date
  let jitter: @Sendable () -> Double
  let submissionID: @Sendable () -> String

  /// A clock, a number from 0 up to 1 for each call, and a fresh unguessable name for each call.
  public init(
    now: @escaping @Sendable () -> Date, jitter: @escaping @Sendable () -> Double,
    submissionID: @escaping @Sendable () -> String
  ) {
    self.now = now
    self.jitter = jitter
    self.submissionID = submissionID
  }

  /// The system's clock and its random generator.
  public static let system = Surroundings(
    now: { Date() }, jitter: { Double.random(in: 0..<1) },
    submissionID: {
      // Two identifiers of 122 random bits each: the name of a submission opens the stored answer to it.
      UUID().uuidString + UUID().uuidString
    })
}
