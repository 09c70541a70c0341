/// Asks "may I attest?" for many installations, as fast as the answers come or at a given rate, without minding the
/// moment that each was told: what a surge of impatient apps does. What is counted as accepted is `wait`.
final class QuestionsWork: LoadWork {
  private let target: ServiceTarget
  private let name: String
  private let installations: Int
  private let connections: Int
  private let startedAt: UInt64
  private let pace: LoadPace
  private var turns: [Int]
  private(set) var recorder = LoadRecorder()

  init(target: ServiceTarget, name: String, installations: Int, connections: Int, startedAt: UInt64, perSecond: Int?) {
    (self.target, self.name, self.installations) = (target, name, installations)
    (self.connections, self.startedAt) = (connections, startedAt)
    pace = LoadPace(perSecond: perSecond, connections: connections, startedAt: startedAt)
    turns = [Int](repeating: 0, count: connections)
  }

  func dueMicroseconds(connection: Int) -> UInt64 { pace.due(connection: connection, turn: turns[connection]) }

  func next(connection: Int) -> [UInt8]? {
    let installation = (turns[connection] * connections + connection) % installations
    return target.post(
      .admissions, body: [UInt8]("{\"installation_id\":\"\(name)-\(installation)\",\"supported\":true}".utf8))
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    turns[connection] += 1
    guard status == 200 else { return recorder.recordError("status_\(status)") }
    let decision = ServiceMessages.text(of: "decision", in: body) ?? "no_decision"
    guard decision == "wait" else { return recorder.recordRefused(code: decision) }
    let second = Int((ProcessorTime.monotonicMicroseconds() - startedAt) / 1_000_000)
    recorder.recordAccepted(second: second, microseconds: microseconds)
  }

  func failed(connection: Int, reason: String) {
    recorder.recordError(reason)
    if reason != "connect" { turns[connection] += 1 }
  }
}
