import Foundation

extension SimulationResult {
  /// The result as a table for people.
  /// - Parameter wallSeconds: the real time that the run took.
  public func table(wallSeconds: Double) -> String {
    let rows: [(String, String)] = [
      ("installations", "\(installations)"),
      ("completed", "\(completed)" + (completed < installations ? ": GIVEN UP" : "")),
      ("virtual days", Self.decimals(virtualDays, 2)),
      ("physical bound, days", Self.decimals(physicalBoundDays, 2)),
      ("over the bound", Self.decimals((virtualDays / max(physicalBoundDays, 1e-9) - 1) * 100, 2) + " %"),
      ("peak, requests in a sliding second", "\(peakPerSecond)"),
      ("permitted requests used", Self.decimals(permittedUsed * 100, 2) + " %"),
      ("seconds over the limit beyond the reaction", "\(secondsOverLimit)"),
      ("longest stretch over the limit, seconds", "\(longestOverLimitSeconds)"),
      ("requests throttled by Apple", "\(throttled) of \(requests)"), ("cuts of the pace", "\(cuts)"),
      ("clear breaches", "\(pauses)"), ("API replicas that died", "\(replicaFailures)"),
      ("real seconds", Self.decimals(wallSeconds, 2)),
    ]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0.padding(toLength: width, withPad: " ", startingAt: 0) + "  " + $0.1 }
      .joined(separator: "\n")
  }

  static func decimals(_ value: Double, _ count: Int) -> String { String(format: "%.\(count)f", value) }
}
