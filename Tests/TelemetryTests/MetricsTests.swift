import Telemetry
import Testing

@Suite("metrics")
struct MetricsTests {
  @Test("the exposition has help, type and escaped labels")
  func exposition() {
    let metrics = Metrics()
    let requests = metrics.counter("assay_requests_total", help: "A \\ and\nlines", labels: ["route", "status"])
    requests.with("/a\"b\\c\nd", "200").increment(by: 2)
    metrics.gauge("assay_depth", help: "d").set(2.5)
    metrics.gauge("assay_open", help: "o") { 7 }
    #expect(
      metrics.render() == """
        # HELP assay_requests_total A \\\\ and\\nlines
        # TYPE assay_requests_total counter
        assay_requests_total{route="/a\\"b\\\\c\\nd",status="200"} 2
        # HELP assay_depth d
        # TYPE assay_depth gauge
        assay_depth 2.5
        # HELP assay_open o
        # TYPE assay_open gauge
        assay_open 7

        """)
  }

  @Test("a histogram counts cumulatively, its bounds included")
  func histogram() {
    let metrics = Metrics()
    let histogram = metrics.histogram("h_seconds", help: "h", bounds: [0.1, 1], labels: ["r"]).with("x")
    for value in [0.05, 0.1, 0.5, 3] { histogram.observe(value) }
    histogram.observe(.nan)
    let text = metrics.render()
    #expect(text.contains("h_seconds_bucket{r=\"x\",le=\"0.1\"} 2\n"))
    #expect(text.contains("h_seconds_bucket{r=\"x\",le=\"1\"} 3\n"))
    #expect(text.contains("h_seconds_bucket{r=\"x\",le=\"+Inf\"} 4\n"))
    #expect(text.contains("h_seconds_count{r=\"x\"} 4\n") && text.contains("h_seconds_sum{r=\"x\"} 3.65\n"))
  }

  @Test("the combinations of labels are bounded, and the rest counted as other")
  func cardinality() {
    let metrics = Metrics(seriesLimit: 3)
    let family = metrics.counter("c_total", help: "c", labels: ["v"])
    for number in 0..<100 { family.with("\(number)").increment() }
    family.with("1").increment()
    let lines = metrics.render().split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count == 4)
    #expect(lines.contains("c_total{v=\"other\"} 97") && lines.contains("c_total{v=\"1\"} 2"))
  }

  @Test("nothing is lost when many threads count")
  func concurrency() async {
    let metrics = Metrics()
    let counter = metrics.counter("n_total", help: "n")
    let histogram = metrics.histogram("n_seconds", help: "n")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20_000 {
            counter.increment()
            histogram.observe(1.0)
          }
        }
      }
    }
    #expect(counter.value == 160_000)
    #expect(metrics.render().contains("n_seconds_sum 160000\n"))
  }
}
