/// Sends prepared assertions as fast as the answers come.
final class AssertWork: LoadWork {
  private let prepared: [[PreparedAssertion]]
  private var positions: [Int]
  private let startedAt: UInt64
  private(set) var recorder = LoadRecorder()
  private(set) var accepted = AcceptedLog()
  private(set) var starved = 0

  init(prepared: [[PreparedAssertion]], startedAt: UInt64) {
    self.prepared = prepared
    self.startedAt = startedAt
    positions = [Int](repeating: 0, count: prepared.count)
  }

  func next(connection: Int) -> [UInt8]? {
    guard positions[connection] < prepared[connection].count else {
      starved += 1
      return nil
    }
    return prepared[connection][positions[connection]].request
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    let assertion = prepared[connection][positions[connection]]
    positions[connection] += 1
    let second = Int((ProcessorTime.monotonicMicroseconds() - startedAt) / 1_000_000)
    if recorder.record(status: status, body: body, second: second, microseconds: microseconds) {
      accepted.record(assertion.keyIndex, assertion.counter)
    }
  }

  func failed(connection: Int, reason: String) {
    recorder.recordError(reason)
    // Whether the server has counted it is not known, so it is not sent again.
    if reason != "connect", positions[connection] < prepared[connection].count { positions[connection] += 1 }
  }
}
