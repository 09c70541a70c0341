/// What a simulated rollout came to.
public struct SimulationResult: Sendable {
  /// Installations that were to attest.
  public let installations: Int64
  /// Installations that did.
  public let completed: Int64
  /// Days until the last one.
  public let virtualDays: Double
  /// The days that nobody could beat: all that Apple permitted used from the first second on, and the slowest
  /// installation opened once.
  public let physicalBoundDays: Double
  /// The most requests in any sliding second.
  public let peakPerSecond: Int
  /// Seconds above the limit in force beyond the controller's ten seconds of reaction.
  public let secondsOverLimit: Int
  /// The longest stretch of seconds above the limit in force.
  public let longestOverLimitSeconds: Int
  /// All seconds above the limit in force, reaction included.
  public let allSecondsOverLimit: Int
  /// Of what Apple would have taken while somebody asked, the part that was used.
  public let permittedUsed: Double
  /// Requests to Apple.
  public let requests: Int64
  /// Of these, those that Apple refused.
  public let throttled: Int64
  /// How often the controller cut the pace.
  public let cuts: Int
  /// How often it would have stopped the rollout.
  public let pauses: Int
  /// How often an API replica died.
  public let replicaFailures: Int
  let samples: [SimulationSample]
}
