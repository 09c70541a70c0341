import Testing

@testable import LabLoad

struct LatencyHistogramTests {
  @Test(
    "quantiles are right within the width of a bucket", arguments: [1, 63, 64, 1000, 65_537, 9_000_000] as [UInt64])
  func accuracy(value: UInt64) {
    var histogram = LatencyHistogram()
    for _ in 0..<99 { histogram.record(microseconds: value) }
    histogram.record(microseconds: value * 100)
    let median = histogram.milliseconds(atQuantile: 0.5) * 1000
    #expect(median >= Double(value) && median <= Double(value) * 1.04 + 1)
    #expect(histogram.milliseconds(atQuantile: 0.99) == histogram.milliseconds(atQuantile: 0.5))
    #expect(histogram.milliseconds(atQuantile: 1) * 1000 >= Double(value) * 100)
  }

  @Test("an empty histogram has no latency")
  func empty() {
    #expect(LatencyHistogram().milliseconds(atQuantile: 0.99) == 0)
  }
}
