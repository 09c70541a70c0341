import AttestationService
import JobQueue
import Telemetry

/// Tells operators what becomes of webhooks' messages.
struct WebhookObserver: Sendable {
  let logger: Logger
  private let answers: MetricFamily<Counter>
  private let postponements: Counter
  private let waiting: Gauge
  private let dead: Gauge
  private let oldest: Gauge

  init(logger: Logger, metrics: Metrics) {
    self.logger = logger
    answers = metrics.counter(
      "assay_webhook_attempts_total", help: "Messages sent to webhooks, by what became of them.", labels: ["outcome"])
    postponements = metrics.counter(
      "assay_webhook_postponements_total", help: "Messages held back because their receiver keeps failing.")
    waiting = metrics.gauge("assay_webhook_messages_due", help: "Messages that are due.")
    dead = metrics.gauge("assay_webhook_messages_dead", help: "Messages that were given up and can be replayed.")
    oldest = metrics.gauge(
      "assay_webhook_oldest_due_age_seconds", help: "Seconds since the longest-waiting message fell due.")
  }

  func answered(_ answer: DeliveryPolicy.Answer, _ outcome: DeliveryPolicy.Outcome) {
    switch outcome {
    case .delivered: answers.with("delivered").increment()
    case .again: answers.with("again").increment()
    case .dead:
      answers.with("dead").increment()
      logger.warning("a webhook's message was given up", [.reason: .text(answer.label)])
    }
  }

  func postponed() { postponements.increment() }

  func measured(_ depth: QueueDepth) {
    waiting.set(Double(depth.due))
    dead.set(Double(depth.discarded))
    oldest.set(depth.oldestDueAge)
  }

  func followingFailed(_ error: any Error) {
    logger.warning("following the feed for webhooks failed and is tried again", [.reason: .text("\(error)")])
  }

  func deliveringFailed(_ error: any Error) {
    logger.warning("delivering messages failed and is tried again", [.reason: .text("\(error)")])
  }

  func doesNotOpen(_ entry: WebhookOutbox.Entry) {
    logger.error(
      "a webhook's secret does not open; nothing is sent to it",
      [.tenant: .text(String(entry.tenant)), .reason: .text(entry.id)])
  }
}
