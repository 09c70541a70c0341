import Foundation
import JobQueue
import Lifecycle
import Telemetry

/// Claims due receipts and has them refreshed; on a stop it takes nothing new and finishes what it holds.
struct ReceiptQueueService: Service {
  let name = "receipts"
  let queue: JobQueue
  let refresher: ReceiptRefresher
  let leases: HeldLeases
  let concurrency: Int
  let pollInterval: Duration
  let logger: Logger

  func run(_ lifetime: ServiceLifetime) async throws {
    lifetime.started()
    let capacity = Capacity(concurrency)
    await withDiscardingTaskGroup { group in
      while !lifetime.isStopRequested {
        let room = await capacity.take(upTo: 64)
        let jobs = await claim(room)
        leases.add(jobs)
        await capacity.give(back: room - jobs.count)
        for (tenant, batch) in Dictionary(grouping: jobs, by: \.tenant) {
          group.addTask {
            await work(tenant, batch)
            await capacity.give(back: batch.count)
          }
        }
        if jobs.isEmpty { try? await Task.sleep(for: pollInterval) }
      }
    }
  }

  private func claim(_ room: Int) async -> [LeasedJob] {
    do {
      return try await queue.claim(limit: room)
    } catch {
      logger.warning("claiming failed and is tried again", [.reason: .text("\(error)")])
      return []
    }
  }

  private func work(_ tenant: Int64, _ batch: [LeasedJob]) async {
    do {
      try await refresher.refresh(tenant: tenant, batch)
    } catch {
      // Nothing is lost: the leases end and the jobs are due again.
      logger.warning(
        "a batch failed; its receipts are due again when their leases end",
        [.tenant: .text(String(tenant)), .reason: .text("\(error)")])
    }
    leases.remove(batch)
  }
}
