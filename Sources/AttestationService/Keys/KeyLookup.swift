import Timing

/// A key that somebody waits for, and that the next read brings along with others.
struct KeyLookup: BatchRow {
  let tenant: Int64
  let app: Int64
  let keyID: [UInt8]
  let deadline: Uptime
  let completion: @Sendable (Result<RegisteredKey?, any Error>) -> Void

  /// Reading locks nothing.
  var locks: BatchLocks { .none }

  func complete(_ refusal: Refusal) { completion(.failure(refusal)) }
}
