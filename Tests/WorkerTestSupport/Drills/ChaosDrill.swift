import AppleLab
import Foundation

/// Kills workers at random while they refresh receipts, and then asks whether anything was lost, whether anything older
/// stands over something newer, and whether Apple was asked twice about a receipt that had been stored.
public struct ChaosDrill: Sendable {
  private static let concurrency = 32
  /// Receipts that are due when it begins.
  public var receipts: Int
  /// Workers that are killed, one after the other.
  public var kills: Int
  /// Workers that run at any time.
  public var workers: Int

  /// A drill.
  public init(receipts: Int, kills: Int, workers: Int = 3) {
    self.receipts = receipts
    self.kills = kills
    self.workers = workers
  }

  /// Runs it on a database of its own.
  public func run() async throws -> DrillReport {
    try await WorkerStage.with { stage in
      for _ in stride(from: 0, to: receipts, by: 1_000) {
        _ = try await stage.addKeys(min(1_000, receipts))
      }
      // Answers that take a while, so that a kill finds questions under way.
      stage.apple.add(FaultRule(.delay(0.05)))
      let crew = try Crew(workers, environment: { number in environment(stage, number) })
      for _ in 0..<kills {
        try await Task.sleep(for: .milliseconds(Int.random(in: 20...250)))
        try crew.killOne()
      }
      let total = try await stage.number("select count(*) from assay.jobs")
      try await stage.until("all receipts are refreshed", within: .seconds(240)) {
        try await stage.number("select count(*) from assay.receipts where risk_metric is not null") == total
      }
      crew.stop()
      return try await judge(stage, total, crew.kills)
    }
  }

  private func environment(_ stage: WorkerStage, _ number: Int) -> [String: String] {
    // The pace is set so that the receipts last for as long as the kills do.
    let rate = max(10, receipts * 1_000 / (kills * 150))
    return stage.environment(
      name: "chaos-\(number)",
      [
        "ASSAY_LEASE_SECONDS": "2", "ASSAY_APPLE_RATE": String(rate), "ASSAY_APPLE_TEAM_RATE": String(rate),
        "ASSAY_CONCURRENCY": String(Self.concurrency),
      ])
  }

  private func judge(_ stage: WorkerStage, _ total: Int, _ killed: Int) async throws -> DrillReport {
    let history = stage.apple.history
    var figures: [String: Double] = [:]
    var isClean = true
    var blind = 0
    for check in ChaosCheck.allCases {
      let faults = try await check.count(stage)
      figures[check.rawValue] = Double(faults)
      isClean = isClean && faults == 0
      if try await !check.seesItsFault(stage) { blind += 1 }
    }
    // Apple answers 304 when a stored receipt is asked about inside its window. A question that is put again about the
    // receipt before it was under way when its worker was killed: no kill has more of them than a worker has at once.
    let again = history.count { $0.status == 304 }
    let inFlight = history.count - total
    let mostInFlight = killed * Self.concurrency
    return DrillReport(
      drill: "chaos",
      passed: isClean && blind == 0 && again == 0 && inFlight <= mostInFlight && killed == kills,
      figures: [
        "receipts": Double(total), "kills": Double(killed), "workers": Double(workers),
        "asked_again_after_stored": Double(again), "requests": Double(history.count),
        "in_flight_repeats": Double(inFlight), "checks_that_cannot_fail": Double(blind),
      ].merging(figures) { first, _ in first })
  }
}
