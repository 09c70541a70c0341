/// What is simulated.
public struct SimulationSettings: Sendable {
  /// Installations that are to attest in the first rollout.
  public var installations: Int64
  /// Apple's limit floats between these, in requests a second.
  public var lowestLimit: Double
  /// The upper bound of Apple's limit, and the operator's ceiling.
  public var highestLimit: Double
  /// The same seed gives the same run.
  public var seed: UInt64
  /// How often the installations are opened.
  public var habits: [OpeningHabit]
  /// API replicas that share the budget.
  public var replicas: Int
  /// New installations that a viral day brings, and the day on which it begins.
  public var viral: (installations: Int64, day: Int)?
  /// Installations whose keys the service loses, and the day of the loss.
  public var loss: (installations: Int64, day: Int)?
  /// The run is given up after this many virtual days.
  public var longestDays: Int

  /// The usual world.
  public init(installations: Int64, lowestLimit: Double = 60, highestLimit: Double = 100, seed: UInt64 = 1) {
    self.installations = installations
    self.lowestLimit = lowestLimit
    self.highestLimit = highestLimit
    self.seed = seed
    habits = OpeningHabit.usual
    replicas = 4
    viral = nil
    loss = nil
    longestDays = 1500
  }

}
