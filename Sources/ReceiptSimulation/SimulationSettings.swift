import Foundation

/// What is simulated.
public struct SimulationSettings: Sendable {
  /// Keys that are registered in the simulated time.
  public var keys: Int
  /// Simulated days.
  public var days: Int
  /// Requests a second in total.
  public var ratePerSecond: Double
  /// Questions under way at once.
  public var concurrency: Int
  /// The seed of all chance.
  public var seed: UInt64

  /// A simulation; without a rate, one request a second for every ten thousand keys and one more.
  public init(keys: Int, days: Int, ratePerSecond: Double? = nil, concurrency: Int = 64, seed: UInt64 = 1) {
    self.keys = max(1, keys)
    self.days = max(1, days)
    self.ratePerSecond = ratePerSecond ?? Double(1 + self.keys / 10_000)
    self.concurrency = max(1, concurrency)
    self.seed = seed
  }
}
