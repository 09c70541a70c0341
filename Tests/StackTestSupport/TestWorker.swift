/// An `assay-worker` that runs.
public final class TestWorker: Sendable {
  private let program: RunningProgram

  init(program: RunningProgram) {
    self.program = program
  }

  /// Everything that it has logged so far.
  public var log: String { program.log }

  /// Stops it, and returns when it has finished what it held.
  public func stop() { program.stop() }
}
