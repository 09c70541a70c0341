import AppleLab
import Foundation
import WorkerTestSupport

/// Kills workers at random while they refresh receipts, and then asks whether anything was lost, whether anything older
/// stands over something newer, and whether Apple was asked twice about a receipt that had been stored.
struct ChaosDrill {
  let options: DrillOptions

  init(_ options: DrillOptions) {
    self.options = options
  }

  func run() async throws -> DrillReport {
    try await WorkerStage.with { stage in
      for _ in stride(from: 0, to: options.receipts, by: 1_000) {
        _ = try await stage.addKeys(min(1_000, options.receipts))
      }
      // Answers that take a while, so that a kill finds questions under way.
      stage.apple.add(FaultRule(.delay(0.05)))
      let crew = try Crew(options.workers, environment: { number in environment(stage, number) })
      for _ in 0..<options.kills {
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
    let rate = max(10, options.receipts * 1_000 / (options.kills * 150))
    return stage.environment(
      name: "chaos-\(number)",
      [
        "ASSAY_LEASE_SECONDS": "2", "ASSAY_APPLE_RATE": String(rate), "ASSAY_APPLE_TEAM_RATE": String(rate),
        "ASSAY_CONCURRENCY": "32",
      ])
  }

  private func judge(_ stage: WorkerStage, _ total: Int, _ kills: Int) async throws -> DrillReport {
    let history = stage.apple.history
    let lost = try await stage.number("select count(*) from assay.receipts where risk_metric is null")
    // Every receipt that Apple gave has its own creation time; the stored one must be the last that a worker reported.
    let older = try await stage.number(
      """
      select count(*) from assay.receipts r
      where r.created_at < (select max(o.created_at) from assay.risk_observations o
                            where o.tenant_id = r.tenant_id and o.key_pk = r.key_pk)
      """)
    let twice = history.count { $0.status == 304 }
    let doubles = try await stage.number(
      "select count(*) from (select from assay.risk_observations group by tenant_id, key_pk having count(*) > 1) d")
    let gaps = try await stage.number(
      """
      select count(*) from (
        select from assay.events e join assay.key_state k on k.tenant_id = e.tenant_id and k.key_pk = e.stream
        group by e.tenant_id, e.stream, k.version
        having max(e.version) <> k.version or count(distinct e.version) <> k.version - 2) g
      """)
    let inFlight = history.count - total
    return DrillReport(
      drill: "chaos", passed: lost + older + twice + doubles + gaps == 0 && kills == options.kills,
      figures: [
        "receipts": Double(total), "kills": Double(kills), "workers": Double(options.workers), "lost": Double(lost),
        "older_over_newer": Double(older), "asked_again_after_stored": Double(twice + doubles),
        "version_gaps": Double(gaps), "requests": Double(history.count), "in_flight_repeats": Double(inFlight),
      ])
  }
}
