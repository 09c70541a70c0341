import AppleLab
import Foundation
import Locking

/// A rollout against real replicas, and what the simulated Apple saw of it.
public struct RolloutRun: Sendable {
  /// One address for each replica.
  public var targets: [ServiceTarget]
  /// Simulated installations.
  public var installations: Int
  /// Seconds over which they first open the app.
  public var openingSeconds: Double
  /// What Apple takes in a second.
  public var limit: Int
  /// Connections to each replica.
  public var connections: Int
  /// The run is given up after this time.
  public var longestSeconds: Double
  /// The lab's authorities, when keys are to be registered too.
  public var authorities: LabAuthorities?

  /// A run.
  public init(
    targets: [ServiceTarget], installations: Int, openingSeconds: Double, limit: Int, connections: Int,
    longestSeconds: Double, authorities: LabAuthorities?
  ) {
    self.targets = targets
    self.installations = installations
    self.openingSeconds = openingSeconds
    self.limit = limit
    self.connections = connections
    self.longestSeconds = longestSeconds
    self.authorities = authorities
  }

  /// What came of it.
  public struct Report: Codable, Sendable {
    /// Simulated installations.
    public var installations: Int
    /// Those that called Apple.
    public var attested: Int
    /// Those whose keys were registered.
    public var registered: Int
    /// The most calls that Apple counted in any sliding second.
    public var peak_per_second: Int
    /// Calls that came when the second was full.
    public var calls_above_limit: Int
    /// From Apple's first call to its last.
    public var seconds: Double
    /// Calls of the limit's, while anybody waited.
    public var budget_used: Double
    /// Installations that got two different challenges.
    public var admitted_twice: Int
    /// Questions asked.
    public var asked: Int
    /// Questions answered with `wait`.
    public var waits: Int
    /// Broken connections and unexpected answers, by kind.
    public var faults: [String: Int]
    /// Calls in each second since the start.
    public var calls_each_second: [Int]
  }

  /// Runs until every installation is through, or the time is up.
  public func run() throws -> Report {
    let fleet = RolloutFleet(
      count: installations, opening: openingSeconds, limit: limit, isRegistering: authorities != nil)
    let deadline = ProcessorTime.monotonicMicroseconds() + UInt64(longestSeconds * 1_000_000)
    let group = DispatchGroup()
    for target in targets {
      start(group) {
        let engine = try LoadEngine(host: target.host, port: target.port, connections: connections)
        try engine.run(
          AskingWork(fleet: fleet, target: target, connections: connections), untilMicroseconds: deadline)
      }
    }
    if let authorities, let target = targets.first {
      start(group) {
        let engine = try LoadEngine(host: target.host, port: target.port, connections: 4)
        try engine.run(
          RegisteringWork(fleet: fleet, target: target, authorities: authorities, connections: 4),
          untilMicroseconds: deadline)
      }
    }
    group.wait()
    return report(fleet)
  }

  private func start(_ group: DispatchGroup, _ body: @escaping @Sendable () throws -> Void) {
    group.enter()
    let thread = Thread {
      defer { group.leave() }
      do { try body() } catch { FileHandle.standardError.write(Data("assay-lab: \(error)\n".utf8)) }
    }
    thread.stackSize = 1 << 20
    thread.start()
  }

  private func report(_ fleet: RolloutFleet) -> Report {
    fleet.state.withLock { state in
      let seconds = Double(state.apple.last - (state.apple.first ?? state.apple.last)) / 1_000_000
      return Report(
        installations: installations, attested: state.attested, registered: state.registered,
        peak_per_second: state.apple.peak, calls_above_limit: state.apple.above, seconds: seconds,
        budget_used: seconds > 0 ? Double(state.apple.total) / (seconds * Double(limit)) : 0,
        admitted_twice: state.admittedTwice, asked: state.asked, waits: state.waits, faults: state.faults,
        calls_each_second: state.perSecond)
    }
  }
}
