import ReceiptRefresh
import Telemetry

/// What operators see of the refreshes: metrics and log lines, without receipts, tokens or proofs.
struct RefreshObserver: Sendable {
  let logger: Logger
  private let answers: MetricFamily<Counter>
  private let stored: MetricFamily<Counter>
  private let waits: MetricFamily<Counter>

  init(logger: Logger, metrics: Metrics) {
    self.logger = logger
    answers = metrics.counter(
      "assay_receipt_answers_total", help: "Answers of Apple's receipt service.", labels: ["answer"])
    stored = metrics.counter(
      "assay_receipt_results_total", help: "Results written, and those of leases that had been lost.",
      labels: ["outcome"])
    waits = metrics.counter(
      "assay_receipt_waits_total", help: "Questions put off before they were asked.", labels: ["reason"])
  }

  func answered(_ answer: AppleAnswer) {
    answers.with(answer.label).increment()
    // What costs a second question is told one by one; the rest is counted.
    switch answer {
    case .refused(let code), .unreachable(let code), .unknown(let code):
      logger.info("no new receipt came back", [.reason: .text(answer.label), .code: .text(code)])
    case .serverError(let status, _):
      logger.info("no new receipt came back", [.reason: .text(answer.label), .status: .integer(status)])
    case .fresh, .notModified, .badRequest, .unauthorized, .notFound, .tooManyRequests: return
    }
  }

  func wrote(_ count: Int, of all: Int) {
    stored.with("stored").increment(by: count)
    stored.with("lease_lost").increment(by: all - count)
    if count < all { logger.warning("leases were lost; nothing was written for them", [.count: .integer(all - count)]) }
  }

  func putOff(_ reason: String) { waits.with(reason).increment() }

  func changed(_ change: RefreshGovernor.Change) {
    switch change {
    case .credentialOpened(let name, _):
      logger.error("Apple refuses a credential; nothing is sent with it for now", [.reason: .text(name)])
    case .credentialClosed(let name): logger.notice("Apple takes a credential again", [.reason: .text(name)])
    case .hostOpened(let name, _):
      logger.error("a host of Apple's fails; it is left alone for now", [.reason: .text(name)])
    case .hostClosed(let name): logger.notice("a host of Apple's answers again", [.reason: .text(name)])
    }
  }
}
