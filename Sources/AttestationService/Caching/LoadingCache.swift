import Synchronization

/// A bounded cache that loads what it lacks, each key once at a time, and forgets what is older than its lifetime.
/// What is not there is not remembered, so that something just made is found at once.
final class LoadingCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Value?, any Error>) -> Void

  private struct Entry {
    let value: Value
    let loadedAt: ContinuousClock.Instant
  }

  private struct Load {
    var waiters: [Completion]
    var isStale = false
  }

  private struct State {
    var entries: GenerationCache<Key, Entry>
    var loads: [Key: Load] = [:]
  }

  private enum Step {
    case complete(Value)
    case load
    case wait
  }

  private let state: Mutex<State>
  private let lifetime: Duration?
  private let load: @Sendable (Key) async throws -> Value?

  /// `lifetime` nil means for ever: only for what never changes.
  init(capacity: Int, lifetime: Duration?, load: @escaping @Sendable (Key) async throws -> Value?) {
    state = Mutex(State(entries: GenerationCache(capacity: capacity)))
    self.lifetime = lifetime
    self.load = load
  }

  /// Completes at once, on this thread, with what is cached; else later with what was loaded.
  func value(for key: Key, then completion: @escaping Completion) {
    let now = ContinuousClock.now
    let step = state.withLock { state -> Step in
      if let entry = state.entries.value(for: key), isFresh(entry, at: now) { return .complete(entry.value) }
      if state.loads[key] != nil {
        state.loads[key]?.waiters.append(completion)
        return .wait
      }
      state.loads[key] = Load(waiters: [completion])
      return .load
    }
    switch step {
    case .complete(let value): completion(.success(value))
    case .wait: break
    case .load: Task { await fill(key) }
    }
  }

  /// The cached or loaded value.
  func value(for key: Key) async throws -> Value? {
    try await withCheckedThrowingContinuation { continuation in
      value(for: key) { continuation.resume(with: $0) }
    }
  }

  /// Forgets a value, also one that is being loaded at this moment.
  func invalidate(_ key: Key) {
    state.withLock { state in
      state.entries.remove(key)
      state.loads[key]?.isStale = true
    }
  }

  private func isFresh(_ entry: Entry, at now: ContinuousClock.Instant) -> Bool {
    guard let lifetime else { return true }
    return entry.loadedAt + lifetime > now
  }

  /// Loads one key and wakes everybody who waits for it. It ends with the load, which has the database's deadline.
  private func fill(_ key: Key) async {
    let startedAt = ContinuousClock.now
    let result: Result<Value?, any Error>
    do { result = .success(try await load(key)) } catch { result = .failure(error) }
    let waiters = state.withLock { state -> [Completion] in
      let finished = state.loads.removeValue(forKey: key)
      if case .success(let value?) = result, finished?.isStale == false {
        state.entries.insert(Entry(value: value, loadedAt: startedAt), for: key)
      }
      return finished?.waiters ?? []
    }
    for waiter in waiters { waiter(result) }
  }
}
