import AppleLab
import Foundation
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
      let worker = try WorkerProcess(
        stage.environment(
          name: "throughput",
          ["ASSAY_APPLE_RATE": "10000", "ASSAY_APPLE_TEAM_RATE": "10000", "ASSAY_CONCURRENCY": "96"]))
      defer { worker.killAndWait() }
      try await stage.until("the worker begins") { try await stored(stage) > 0 }
      let (start, first, before) = (Date(), try await stored(stage), ProcessorTime.seconds(of: worker.id))
      try await stage.until("all receipts are refreshed", within: .seconds(120)) { try await stored(stage) == total }
      let seconds = Date().timeIntervalSince(start)
      let count = Double(total - first)
      let cost = (ProcessorTime.seconds(of: worker.id) - before) / count * 1_000_000
      return report(total, count / seconds, cost, stage)
    }
  }

  private func report(_ total: Int, _ rate: Double, _ cost: Double, _ stage: WorkerStage) -> DrillReport {
    DrillReport(
      drill: "throughput", passed: rate >= Self.wanted && stage.apple.requestCount == total,
      figures: [
        "receipts": Double(total), "receipts_per_second": rate.rounded(), "wanted_per_second": Self.wanted,
        "worker_processor_microseconds_per_receipt": cost.rounded(), "requests": Double(stage.apple.requestCount),
        "peak_requests_per_second": Double(stage.apple.peakPerSecond), "worker_processes": 1,
      ])
  }

  private func stored(_ stage: WorkerStage) async throws -> Int {
    try await stage.number("select count(*) from assay.receipts where risk_metric is not null")
  }
}
