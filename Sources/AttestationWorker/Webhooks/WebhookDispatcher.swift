import AttestationService
import Foundation
import JobQueue
import Locking
import ReceiptRefresh
import Telemetry

/// Sends a batch of one tenant's messages and stores what came of them.
struct WebhookDispatcher: Sendable {
  let outbox: WebhookOutbox
  let board: WebhookBoard
  let sender: WebhookSender
  let policy: DeliveryPolicy
  let clock: DatabaseClock
  let observer: WebhookObserver
  /// A receiver that keeps failing is left alone for a while; its messages wait without being counted as tried.
  let breakers = WebhookBreakers()

  func deliver(tenant: Int64, _ jobs: [LeasedJob]) async throws {
    let deliveries = try await outbox.deliveries(tenant: tenant, jobs.map(\.subject))
    let endings = await withTaskGroup(of: WebhookOutbox.Ending.self) { group in
      for job in jobs {
        guard let delivery = deliveries[job.subject] else { continue }
        group.addTask { await attempt(delivery, job) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    try await outbox.finish(tenant: tenant, endings)
  }

  private func attempt(_ delivery: WebhookDelivery, _ job: LeasedJob) async -> WebhookOutbox.Ending {
    let now = clock.now
    guard let webhook = board.webhook(delivery.webhook) else {
      // It was added a moment ago, or its secret does not open.
      let again = policy.postpone(delivery, until: now.addingTimeInterval(2), at: now)
      return .init(delivery.id, lease: job.epoch, untried: again)
    }
    if case .refuse(let until) = breakers.admit(webhook.number, at: now) {
      observer.postponed()
      let again = until.addingTimeInterval(Jitter.fraction(subject: delivery.id, occurrence: job.attempts) * 5)
      return .init(delivery.id, lease: job.epoch, untried: policy.postpone(delivery, until: again, at: now))
    }
    let answer = await sender.send(delivery, to: webhook, at: now)
    let arrived = clock.now
    breakers.learn(webhook.number, answer.isAccepted, at: arrived)
    let outcome = policy.decide(answer, for: delivery, at: arrived)
    observer.answered(answer, outcome)
    return .init(delivery.id, lease: job.epoch, outcome, answer: answer)
  }
}

/// The breakers of all webhooks.
final class WebhookBreakers: Sendable {
  private let breakers = Locked<[Int64: CircuitBreaker]>([:])

  func admit(_ webhook: Int64, at now: Date) -> CircuitBreaker.Admission {
    breakers.withLock { $0[webhook, default: Self.closed].admit(at: now) }
  }

  func learn(_ webhook: Int64, _ works: Bool, at now: Date) {
    breakers.withLock { breakers in
      if works {
        breakers[webhook] = nil
      } else {
        _ = breakers[webhook, default: Self.closed].failed(at: now)
      }
    }
  }

  private static var closed: CircuitBreaker { CircuitBreaker(threshold: 5, firstPause: 15, longestPause: 900) }
}
