public import DeviceBits
public import Postgres
import Timing

/// Asks Apple's two-bit service through a worker, and waits for the answer.
///
/// Only a worker opens team keys, so whoever asks writes the call down and is woken when it has ended. A device's token
/// serves for seconds: there is no queue to come back to, only this wait.
public struct DeviceBitsDesk: Sendable {
  /// Left of the time for the answer to come back to the caller.
  private static let margin: Duration = .milliseconds(300)

  private let store: DeviceBitsStore
  private let bell: EntityBell?

  init(pool: PostgresPool, bell: EntityBell?) {
    store = DeviceBitsStore(pool: pool)
    self.bell = bell
  }

  /// A desk on a pool of its own, for operators: it looks ten times a second.
  public init(pool: PostgresPool) {
    self.init(pool: pool, bell: nil)
  }

  /// The bits of the device; nil when the team has never set any. Throws `Refusal`.
  public func query(_ question: DeviceBitsQuestion) async throws -> TwoBits? {
    switch try await outcome(of: question) {
    case .answered(.bits(let bits)): return bits
    case .answered(.neverSet): return nil
    case let other: throw Refusal.deviceBits(other, isUpdate: false)
    }
  }

  /// Sets the bits that are given. Throws `Refusal`.
  public func update(_ question: DeviceBitsQuestion) async throws {
    let outcome = try await outcome(of: question)
    guard outcome.isUpdated else { throw Refusal.deviceBits(outcome, isUpdate: true) }
  }

  private func outcome(of question: DeviceBitsQuestion) async throws -> DeviceBitsOutcome {
    let deadline = question.deadline - Self.margin
    let left = deadline - Uptime.now
    guard left > .zero else { throw Refusal.deadlineExceeded }
    let call = try await store.ask(question, seconds: left.seconds)
    let entity = EntityBell.Entity(tenant: question.tenant, number: call)
    await bell?.follow(entity)
    let result: Result<DeviceBitsOutcome, any Error>
    do { result = .success(try await wait(for: entity, until: deadline)) } catch { result = .failure(error) }
    await bell?.leave(entity)
    return try result.get()
  }

  private func wait(
    for entity: EntityBell.Entity, until deadline: Uptime
  ) async throws -> DeviceBitsOutcome {
    let alarm = Task { [bell] in
      try await Task.sleep(for: deadline - Uptime.now)
      await bell?.ring(entity)
    }
    defer { alarm.cancel() }
    while true {
      let strokes = await bell?.strokes(for: entity) ?? 0
      let isLast = deadline <= Uptime.now
      switch try await store.take(tenant: entity.tenant, call: entity.number, isLast: isLast) {
      case .ended(let outcome): return outcome
      case .gone: throw Refusal.deviceBitsNotAsked
      case .waits where isLast: throw Refusal.deviceBitsNotAsked
      case .underWay where isLast: return .unreachable
      case .waits, .underWay: await pause(entity, after: strokes)
      }
    }
  }

  private func pause(_ entity: EntityBell.Entity, after strokes: UInt64) async {
    guard let bell else {
      // Cancelled: the deadline ends the wait all the same.
      try? await Task.sleep(for: .milliseconds(100))
      return
    }
    await bell.wait(for: entity, after: strokes)
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
