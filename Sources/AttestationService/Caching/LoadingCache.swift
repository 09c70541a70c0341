import Locking
import Timing

/// A bounded cache that loads what it lacks, each key once at a time, and forgets what is older than its lifetime.
/// What is not there is not remembered, so that something just made is found at once.
final class LoadingCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  typealias Completion = @Sendable (Result<Value?, any Error>) -> Void
  typealias Loader = @Sendable (Key, @escaping Completion) -> Void

  private struct Entry {
    let value: Value
    let loadedAt: Uptime
  }

  private struct Load {
    var waiters: [Completion]
    var isStale = false
  }

  private struct State {
    var entries: GenerationCache<Key, Entry>
    var loads: [Key: Load] = [:]
  }

  private let state: Locked<State>
  /// In nanoseconds; nil means for ever.
  private let lifetime: Int64?
  private let load: Loader

  /// `lifetime` nil means for ever: only for what never changes. The loader completes exactly once, on any thread.
  init(capacity: Int, lifetime: Duration?, loader: @escaping Loader) {
    state = Locked(State(entries: GenerationCache(capacity: capacity)))
    self.lifetime = lifetime.map(Uptime.nanoseconds)
    load = loader
  }

  /// With a loader that is a task; the load owns it, and the database's deadline ends it.
  convenience init(capacity: Int, lifetime: Duration?, load: @escaping @Sendable (Key) async throws -> Value?) {
    self.init(
      capacity: capacity, lifetime: lifetime,
      loader: { key, completion in
        Task {
          let result: Result<Value?, any Error>
          do { result = .success(try await load(key)) } catch { result = .failure(error) }
          completion(result)
        }
      })
  }

  /// What is cached and fresh, if anything; renewed in the background when it is about to age.
  func cached(_ key: Key) -> Value? {
    let now = Uptime.now
    let (value, isDue) = state.withLock { state -> (Value?, Bool) in
      guard let entry = state.entries.value(for: key) else { return (nil, false) }
      switch freshness(of: entry, at: now) {
      case .fresh: return (entry.value, false)
      case .ageing:
        guard state.loads[key] == nil else { return (entry.value, false) }
        state.loads[key] = Load(waiters: [])
        return (entry.value, true)
      case .stale: return (nil, false)
      }
    }
    if isDue { fill(key, at: now) }
    return value
  }

  /// Completes at once, on this thread, with what is cached; else later with what was loaded.
  func value(for key: Key, then completion: @escaping Completion) {
    if let value = cached(key) { return completion(.success(value)) }
    let isFirst = state.withLock { state in
      guard state.loads[key] == nil else {
        state.loads[key]?.waiters.append(completion)
        return false
      }
      state.loads[key] = Load(waiters: [completion])
      return true
    }
    if isFirst { fill(key, at: .now) }
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

  private enum Freshness { case fresh, ageing, stale }

  /// In the second half of its life a value is renewed while it is still given out: nobody waits for it once a lifetime.
  private func freshness(of entry: Entry, at now: Uptime) -> Freshness {
    guard let lifetime else { return .fresh }
    let age = now.nanoseconds - entry.loadedAt.nanoseconds
    return age < lifetime / 2 ? .fresh : age < lifetime ? .ageing : .stale
  }

  /// Loads one key and wakes everybody who waits for it.
  private func fill(_ key: Key, at startedAt: Uptime) {
    load(key) { [self] result in
      let waiters = state.withLock { state -> [Completion] in
        let finished = state.loads.removeValue(forKey: key)
        if case .success(let value?) = result, finished?.isStale == false {
          state.entries.insert(Entry(value: value, loadedAt: startedAt), for: key)
        } else if case .success(nil) = result {
          state.entries.remove(key)
        }
        return finished?.waiters ?? []
      }
      for waiter in waiters { waiter(result) }
    }
  }
}
