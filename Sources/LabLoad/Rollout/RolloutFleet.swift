import Locking

/// Many simulated installations of one app, and the Apple that they call when they are let in.
///
/// Each asks, waits as it is told, asks again, and calls Apple at once when the answer is `attest`. Several threads drive
/// the same fleet, each against one replica, so that an installation comes back anywhere.
final class RolloutFleet: Sendable {
  struct Attesting: Sendable {
    let installation: Int
    let challenge: String
  }

  struct State {
    var queue = AskingQueue()
    var apple: SlidingSecondCount
    var challenges: [Int: String] = [:]
    var unregistered: [Attesting] = []
    var attested = 0
    var registered = 0
    var asked = 0
    var waits = 0
    var faults: [String: Int] = [:]
    var admittedTwice = 0
    var throttled = 0
    var perSecond: [Int] = []
    var isOver = false
  }

  let count: Int
  let isRegistering: Bool
  let state: Locked<State>
  private let begin: UInt64

  init(count: Int, opening: Double, limit: Int, isRegistering: Bool) {
    self.count = count
    self.isRegistering = isRegistering
    begin = ProcessorTime.monotonicMicroseconds()
    var state = State(apple: SlidingSecondCount(limit: limit))
    for installation in 0..<count {
      let due = begin + UInt64(Double(installation) / Double(count) * opening * 1_000_000)
      state.queue.push(AskingQueue.Entry(due: due, installation: installation))
    }
    self.state = Locked(state)
  }

  /// The next installation whose moment has come, or when one will be; nil when all are through.
  func next(at now: UInt64) -> Result<Int, Later>? {
    state.withLock { state in
      if state.isOver || state.attested >= count && (!isRegistering || state.registered >= count) { return nil }
      guard let first = state.queue.first else { return .failure(Later(at: now + 20_000)) }
      guard first.due <= now else { return .failure(Later(at: min(first.due, now + 20_000))) }
      state.asked += 1
      return state.queue.pop().map { .success($0.installation) }
    }
  }

  struct Later: Error { let at: UInt64 }

  /// What an installation is told.
  enum Answer {
    case attest(challenge: String)
    case wait(seconds: Double)
    case through
    case fault(String)
  }

  func answered(_ installation: Int, _ answer: Answer, at now: UInt64) {
    state.withLock { state in
      switch answer {
      case .attest(let challenge): call(installation, challenge, at: now, &state)
      case .wait(let seconds):
        state.waits += 1
        state.queue.push(AskingQueue.Entry(due: now + UInt64(seconds * 1_000_000), installation: installation))
      case .through: break
      case .fault(let reason):
        state.faults[reason, default: 0] += 1
        let pause = UInt64.random(in: 200_000...800_000)
        state.queue.push(AskingQueue.Entry(due: now + pause, installation: installation))
      }
    }
  }

  private func call(_ installation: Int, _ challenge: String, at now: UInt64, _ state: inout State) {
    let second = Int((now - begin) / 1_000_000)
    while state.perSecond.count <= second { state.perSecond.append(0) }
    state.perSecond[second] += 1
    if let before = state.challenges[installation], before != challenge { state.admittedTwice += 1 }
    let isNew = state.challenges.updateValue(challenge, forKey: installation) == nil
    if !state.apple.call(at: now) { state.throttled += 1 }
    if isNew {
      state.attested += 1
      if isRegistering { state.unregistered.append(Attesting(installation: installation, challenge: challenge)) }
    }
  }

  func stop() { state.withLock { $0.isOver = true } }
}
