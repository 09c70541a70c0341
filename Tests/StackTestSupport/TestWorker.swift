/// An `assay-worker` that runs.
public final class TestWorker: Sendable {
  /// Its name, as leases have it.
  public let name: String
  private let program: RunningProgram

  init(name: String, program: RunningProgram) {
    self.name = name
    self.program = program
  }

  /// Everything that it has logged so far.
  public var log: String { program.log }

  /// Stops it, and returns when it has finished what it held.
  public func stop() { program.stop() }

  /// Kills it, and returns when it has ended.
  public func kill() { program.kill() }
}
