import AttestationService
import Postgres
import Telemetry

/// The metrics of the batchers.
final class BatchMetrics: ServiceObserver {
  fileprivate let logger: Logger
  private let rows: MetricFamily<Counter>
  private let commits: MetricFamily<Histogram>
  private let sizes: MetricFamily<Histogram>
  private let failures: MetricFamily<Counter>
  private let refusals: MetricFamily<Counter>

  init(logger: Logger, metrics: Metrics) {
    self.logger = logger
    rows = metrics.counter("assay_batch_rows_total", help: "Rows committed in batches.", labels: ["batch"])
    commits = metrics.histogram("assay_batch_commit_seconds", help: "From sending a batch to its commit.", labels: ["batch"])
    sizes = metrics.histogram(
      "assay_batch_size", help: "Rows in a batch.", bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256], labels: ["batch"])
    failures = metrics.counter(
      "assay_batch_failures_total", help: "Failed commits and attempts to connect.", labels: ["batch", "sqlstate"])
    refusals = metrics.counter(
      "assay_batch_refused_total", help: "Requests that were not taken in.", labels: ["batch", "code"])
  }

  func batches(of kind: BatchKind) -> any BatchObserver { Observer(metrics: self, kind: kind.rawValue) }

  private struct Observer: BatchObserver {
    let metrics: BatchMetrics
    let kind: String

    func committed(rows: Int, took: Duration) {
      metrics.rows.with(kind).increment(by: rows)
      metrics.commits.with(kind).observe(took)
      metrics.sizes.with(kind).observe(Double(rows))
    }

    func failed(_ error: PostgresError) {
      metrics.failures.with(kind, error.sqlState).increment()
      metrics.logger.warning("a batch failed", [.service: .text(kind), .code: .text(error.sqlState)])
    }

    func refused(_ refusal: Refusal) { metrics.refusals.with(kind, refusal.code).increment() }

    func connected() { metrics.logger.info("a committer has a connection", [.service: .text(kind)]) }
  }
}
