/// Issues a challenge, signs it at once, and presents the assertion; again and again.
final class PairsWork: LoadWork {
  private struct Pair {
    var turn = 0
    var keyIndex: Int
    var startedAt: UInt64 = 0
    var assertion: PreparedAssertion?
  }

  private let target: ServiceTarget
  private let signer: AssertionSigner
  private let schedule: KeySchedule
  private let startedAt: UInt64
  private let pace: LoadPace
  private var pairs: [Pair]
  private(set) var recorder = LoadRecorder()
  private(set) var accepted = AcceptedLog()

  init(
    target: ServiceTarget, signer: AssertionSigner, keyCount: Int, connections: Int, startedAt: UInt64, perSecond: Int?
  ) {
    self.target = target
    self.startedAt = startedAt
    pace = LoadPace(perSecond: perSecond, connections: connections, startedAt: startedAt)
    let schedule = KeySchedule(keys: keyCount, connections: connections)
    self.schedule = schedule
    self.signer = signer
    pairs = (0..<connections).map { Pair(keyIndex: schedule.key(connection: $0, turn: 0)) }
  }

  func dueMicroseconds(connection: Int) -> UInt64 {
    if pairs[connection].assertion != nil { return 0 }
    return pace.due(connection: connection, turn: pairs[connection].turn)
  }

  func next(connection: Int) -> [UInt8]? {
    if let assertion = pairs[connection].assertion { return assertion.request }
    let due = pace.due(connection: connection, turn: pairs[connection].turn)
    pairs[connection].startedAt = due == 0 ? ProcessorTime.monotonicMicroseconds() : due
    let account = ServiceMessages.accountID(ofKey: pairs[connection].keyIndex)
    let body = ServiceMessages.challenge(account: account, purpose: "assertion", lifetimeSeconds: nil)
    return target.post(.challenges, body: body)
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    if let assertion = pairs[connection].assertion {
      finish(connection, assertion, status: status, body: body)
    } else if status == 201, let challenge = ServiceMessages.text(of: "challenge", in: body) {
      sign(connection, challenge)
    } else {
      _ = recorder.record(status: status == 201 ? 500 : status, body: body, second: 0, microseconds: 0)
    }
  }

  func failed(connection: Int, reason: String) {
    recorder.recordError(reason)
    if reason != "connect" { advance(connection) }
  }

  private func sign(_ connection: Int, _ challenge: String) {
    do {
      pairs[connection].assertion = try signer.sign(keyIndex: pairs[connection].keyIndex, challenge: challenge)
    } catch {
      recorder.recordError("signing")
    }
  }

  private func finish(_ connection: Int, _ assertion: PreparedAssertion, status: Int, body: ArraySlice<UInt8>) {
    let now = ProcessorTime.monotonicMicroseconds()
    let second = Int((now - startedAt) / 1_000_000)
    let latency = now - pairs[connection].startedAt
    if recorder.record(status: status, body: body, second: second, microseconds: latency) {
      accepted.record(assertion.keyIndex, assertion.counter)
    }
    advance(connection)
  }

  private func advance(_ connection: Int) {
    let turn = pairs[connection].turn + 1
    pairs[connection] = Pair(turn: turn, keyIndex: schedule.key(connection: connection, turn: turn))
  }
}
