import AppleLab
import Foundation
import Postgres
import WorkerTestSupport

/// Receipts a second that one worker process refreshes, and the processor time that each costs it.
struct ThroughputDrill {
  static let wanted = 800.0
  let options: DrillOptions

  init(_ options: DrillOptions) {
    self.options = options
  }

  func run() async throws -> DrillReport {
    try await WorkerStage.with { stage in
      stage.apple.keepHistory(false)
      for _ in stride(from: 0, to: options.receipts, by: 1_000) {
        _ = try await stage.addKeys(min(1_000, options.receipts))
      }
      let total = try await stage.number("select count(*) from assay.jobs")
      // A system that has run for a while has statistics; one that was filled a moment ago has none.
      _ = try await stage.pool.withConnection { try await $0.query("analyze") }
      let worker = try WorkerProcess(
        stage.environment(
          name: "throughput",
          [
            "ASSAY_APPLE_RATE": "10000", "ASSAY_APPLE_TEAM_RATE": "10000", "ASSAY_CONCURRENCY": "96",
            "ASSAY_LOG_LEVEL": "info",
          ]))
      defer { worker.killAndWait() }
      // The lab's own count is asked, so that the drill's questions cost the database nothing while it is measured.
      try await stage.until("the worker begins") { stage.apple.requestCount > 0 }
      let server = try await Expense.server(of: stage)
      let (start, first) = (Date(), try await stored(stage))
      let before = Expense(worker: worker.id, server: server)
      try await stage.until("all receipts are refreshed", within: .seconds(120)) {
        guard stage.apple.requestCount >= total else { return false }
        return try await stored(stage) == total
      }
      let seconds = Date().timeIntervalSince(start)
      let count = Double(total - first)
      let costs = Expense(worker: worker.id, server: server).perReceipt(since: before, count)
      return report(total, count / seconds, costs, stage)
    }
  }

  private func report(_ total: Int, _ rate: Double, _ costs: [String: Double], _ stage: WorkerStage) -> DrillReport {
    DrillReport(
      drill: "throughput", passed: rate >= Self.wanted && stage.apple.requestCount == total,
      figures: [
        "receipts": Double(total), "receipts_per_second": rate.rounded(), "wanted_per_second": Self.wanted,
        "requests": Double(stage.apple.requestCount),
        "peak_requests_per_second": Double(stage.apple.peakPerSecond), "worker_processes": 1,
      ].merging(costs) { first, _ in first })
  }

  private func stored(_ stage: WorkerStage) async throws -> Int {
    try await stage.number("select count(*) from assay.receipts where risk_metric is not null")
  }
}
