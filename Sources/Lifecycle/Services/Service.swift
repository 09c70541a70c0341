/// A part of a program that runs until it is asked to stop.
public protocol Service: Sendable {
  /// A name for logs.
  var name: String { get }

  /// Runs. Calls `lifetime.started()` when it is ready for the next service to start, and returns soon after
  /// `lifetime.stopRequested()` has: takes no new work, finishes what it has. Returning before that, or throwing,
  /// stops the whole program.
  func run(_ lifetime: ServiceLifetime) async throws
}
