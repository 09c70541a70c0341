/// What happened during a run: outcomes, and latencies as a whole and second by second.
struct LoadRecorder {
  private(set) var accepted = 0
  private(set) var refused: [String: Int] = [:]
  private(set) var errors: [String: Int] = [:]
  private(set) var seconds: [LatencyHistogram] = []

  mutating func recordAccepted(second: Int, microseconds: UInt64) {
    accepted += 1
    while seconds.count <= second { seconds.append(LatencyHistogram()) }
    seconds[second].record(microseconds: microseconds)
  }

  mutating func recordRefused(code: String) {
    refused[code, default: 0] += 1
  }

  mutating func recordError(_ reason: String) {
    errors[reason, default: 0] += 1
  }

  var whole: LatencyHistogram {
    var whole = LatencyHistogram()
    for second in seconds { whole.merge(second) }
    return whole
  }
}

extension LoadRecorder {
  /// Records an answer to an assertion; true when it was accepted.
  mutating func record(status: Int, body: ArraySlice<UInt8>, second: Int, microseconds: UInt64) -> Bool {
    switch status {
    case 200:
      recordAccepted(second: second, microseconds: microseconds)
      return true
    case 400..<500:
      recordRefused(code: ServiceMessages.text(of: "code", in: body) ?? "status_\(status)")
    default:
      recordError("status_\(status)")
    }
    return false
  }
}
