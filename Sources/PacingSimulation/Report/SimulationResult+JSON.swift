import Foundation

extension SimulationResult {
  private struct Document: Encodable {
    let installations: Int64
    let completed: Int64
    let virtual_days: Double
    let physical_bound_days: Double
    let peak_per_second: Int
    let seconds_over_limit: Int
    let longest_over_limit_seconds: Int
    let all_seconds_over_limit: Int
    let permitted_used: Double
    let wall_seconds: Double
    let requests: Int64
    let throttled: Int64
    let cuts: Int
    let pauses: Int
    let replica_failures: Int
  }

  /// The result as one JSON object.
  /// - Parameter wallSeconds: the real time that the run took.
  public func json(wallSeconds: Double) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let document = Document(
      installations: installations, completed: completed, virtual_days: virtualDays,
      physical_bound_days: physicalBoundDays, peak_per_second: peakPerSecond, seconds_over_limit: secondsOverLimit,
      longest_over_limit_seconds: longestOverLimitSeconds, all_seconds_over_limit: allSecondsOverLimit,
      permitted_used: permittedUsed, wall_seconds: wallSeconds, requests: requests, throttled: throttled, cuts: cuts,
      pauses: pauses, replica_failures: replicaFailures)
    return [UInt8](try encoder.encode(document))
  }
}
