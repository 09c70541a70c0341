import AttestationService
import Foundation
import JobQueue
import Lifecycle

/// Follows the feeds of tenants with webhooks and sends what is due.
struct WebhookService: Service {
  let name = "webhooks"
  let queue: JobQueue
  let outbox: WebhookOutbox
  let board: WebhookBoard
  let dispatcher: WebhookDispatcher
  let master: MasterKey
  let concurrency: Int
  let pollInterval: Duration

  private var observer: WebhookObserver { dispatcher.observer }

  func run(_ lifetime: ServiceLifetime) async throws {
    lifetime.started()
    let following = Task { await follow() }
    await deliver(lifetime)
    following.cancel()
    await following.value
  }

  private func follow() async {
    var sweptAt = Date.distantPast
    while !Task.isCancelled {
      do {
        let entries = try await outbox.entries()
        board.set(entries, open: open)
        for entry in entries { while try await outbox.takeIn(entry), !Task.isCancelled {} }
        observer.measured(try await queue.depth())
        if Date().timeIntervalSince(sweptAt) > 600 {
          for tenant in Set(entries.map(\.tenant)) { try await outbox.sweep(tenant: tenant, at: dispatcher.clock.now) }
          sweptAt = Date()
        }
      } catch is CancellationError { return } catch { observer.followingFailed(error) }
      try? await Task.sleep(for: pollInterval)
    }
  }

  private func open(_ entry: WebhookOutbox.Entry) -> OpenedWebhook? {
    do { return try outbox.open(entry, with: master) } catch {
      observer.doesNotOpen(entry)
      return nil
    }
  }

  private func deliver(_ lifetime: ServiceLifetime) async {
    let capacity = Capacity(concurrency)
    await withDiscardingTaskGroup { group in
      while !lifetime.isStopRequested {
        let room = await capacity.take(upTo: 32)
        let jobs = await claim(room)
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
    do { return try await queue.claim(limit: room) } catch {
      observer.deliveringFailed(error)
      return []
    }
  }

  private func work(_ tenant: Int64, _ batch: [LeasedJob]) async {
    // Nothing is lost when this fails: the leases end and the messages are due again.
    do { try await dispatcher.deliver(tenant: tenant, batch) } catch { observer.deliveringFailed(error) }
  }
}
