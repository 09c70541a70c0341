import Foundation
import Synchronization

/// A count that many threads raise at once: each thread mostly on a cache line of its own.
final class ShardedCount: Sendable {
  private static let shardCount = 8

  private let shards: [Shard] = (0..<shardCount).map { _ in Shard() }

  func add(_ amount: UInt64) {
    shards[Self.currentShard].value.wrappingAdd(amount, ordering: .relaxed)
  }

  var value: UInt64 { shards.reduce(0) { $0 &+ $1.value.load(ordering: .relaxed) } }

  /// Thread descriptors lie pages apart: the bits above a page tell threads apart.
  static var currentShard: Int {
    let thread = UInt(pthread_self())
    return Int((thread >> 12 ^ thread >> 20) % UInt(shardCount))
  }
}

/// One object of more than a cache line each, so that neighbours do not share one.
private final class Shard: Sendable {
  let value = Atomic<UInt64>(0)
  private let padding: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0, 0)
}
