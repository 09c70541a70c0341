import AttestationService
import HTTPServer
import Telemetry
import Timing

/// Counts and logs every request once, at its end.
final class RequestObserver: Sendable {
  private let logger: Logger
  private let requests: MetricFamily<Counter>
  private let refusals: MetricFamily<Counter>
  private let durations: MetricFamily<Histogram>
  /// What nearly every request counts, looked up once.
  private let usual: [ObjectIdentifier: Usual]

  private struct Usual: Sendable {
    let status: Int
    let requests: Counter
    let durations: Histogram
  }

  init(logger: Logger, metrics: Metrics) {
    self.logger = logger
    requests = metrics.counter(
      "assay_http_requests_total", help: "Requests by operation and status.", labels: ["operation", "status"])
    refusals = metrics.counter(
      "assay_refusals_total", help: "Refused requests by operation and code.", labels: ["operation", "code"])
    durations = metrics.histogram(
      "assay_http_request_seconds", help: "From the request line to the answer.", labels: ["operation"])
    usual = Dictionary(
      uniqueKeysWithValues: Operation.all.map { [requests, durations] operation in
        let status = operation.answers.first?.status ?? 200
        let usual = Usual(
          status: status, requests: requests.with(operation.id, String(status)), durations: durations.with(operation.id)
        )
        return (ObjectIdentifier(operation), usual)
      })
  }

  func observe(_ exchange: Exchange, _ response: HTTPResponse, _ result: Result<HTTPResponse, Refusal>) {
    let operation = exchange.operation?.id ?? "none"
    let took = Uptime.now - exchange.request.receivedAt
    if let known = exchange.operation, let usual = usual[ObjectIdentifier(known)], usual.status == response.status {
      usual.requests.increment()
      usual.durations.observe(took)
    } else {
      requests.with(operation, String(response.status)).increment()
      durations.with(operation).observe(took)
    }
    if case .failure(let refusal) = result { refusals.with(operation, refusal.code).increment() }
    log(exchange, response, result, took)
  }

  /// The hot calls' successes are logged for debugging only: each of them has its durable event. So is back-pressure, which
  /// is counted: an overload must not become a flood of log lines.
  private func isWorthALine(
    _ exchange: Exchange, _ response: HTTPResponse, _ result: Result<HTTPResponse, Refusal>
  ) -> Bool {
    guard exchange.operation?.isHot == true else { return true }
    if case .failure(let refusal) = result, refusal.category == .unavailable { return false }
    return response.status >= 400
  }

  private func log(
    _ exchange: Exchange, _ response: HTTPResponse, _ result: Result<HTTPResponse, Refusal>, _ took: Duration
  ) {
    guard logger.level <= .debug || isWorthALine(exchange, response, result) else { return }
    var event = RequestEvent(
      correlationID: exchange.correlation, method: exchange.request.method,
      route: exchange.operation?.pattern.text ?? "none")
    event.tenant = exchange.tenant
    event.status = response.status
    event.requestBytes = exchange.request.body.count
    event.responseBytes = response.bodyByteCount ?? 0
    event.duration = took
    if case .failure(let refusal) = result {
      event.code = refusal.code
      event.stage = refusal.stage.rawValue
    }
    logger.request(event)
  }
}
