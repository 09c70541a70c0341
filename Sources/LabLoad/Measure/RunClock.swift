/// The clocks of one run, started together.
struct RunClock {
  let startedAt = ProcessorTime.monotonicMicroseconds()
  private let processorStart = ProcessorTime.microseconds()

  func deadline(after seconds: Double) -> UInt64 {
    startedAt + UInt64(seconds * 1_000_000)
  }

  func elapsedSeconds() -> Double {
    Double(ProcessorTime.monotonicMicroseconds() - startedAt) / 1_000_000
  }

  func processorMicroseconds() -> UInt64 {
    ProcessorTime.microseconds() - processorStart
  }
}
