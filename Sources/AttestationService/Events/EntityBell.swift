/// Wakes those who wait for something to happen to an entity: when the database says that it did, and now and then anyway,
/// since a notification may be lost.
actor EntityBell {
  /// An entity, as notifications name it. Entities of every kind draw their numbers from one sequence.
  struct Entity: Hashable, Sendable {
    let tenant: Int64
    let number: Int64

    init(tenant: Int64, number: Int64) {
      self.tenant = tenant
      self.number = number
    }

    /// Reads `tenant:number`.
    init?(payload: String) {
      let parts = payload.split(separator: ":").compactMap { Int64($0) }
      guard parts.count == 2 else { return nil }
      self.init(tenant: parts[0], number: parts[1])
    }
  }

  private struct Follower {
    var count = 0
    var strokes: UInt64 = 0
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private var followers: [Entity: Follower] = [:]

  /// Begins to count strokes for an entity.
  func follow(_ entity: Entity) {
    followers[entity, default: Follower()].count += 1
  }

  /// Ends it.
  func leave(_ entity: Entity) {
    followers[entity]?.count -= 1
    if followers[entity]?.count == 0 { followers[entity] = nil }
  }

  /// The number of strokes so far. Taken before reading, so that what is appended meanwhile is not slept over.
  func strokes(for entity: Entity) -> UInt64 {
    followers[entity]?.strokes ?? 0
  }

  /// Waits for the next stroke after that number, or for the next round.
  func wait(for entity: Entity, after strokes: UInt64) async {
    guard let follower = followers[entity], follower.strokes == strokes else { return }
    await withCheckedContinuation { followers[entity]?.waiting.append($0) }
  }

  /// Something happened to this entity.
  func ring(_ entity: Entity) {
    followers[entity]?.strokes += 1
    wake(entity)
  }

  /// Wakes everybody.
  func ringAll() {
    for entity in followers.keys { wake(entity) }
  }

  private func wake(_ entity: Entity) {
    let waiting = followers[entity]?.waiting ?? []
    followers[entity]?.waiting = []
    waiting.forEach { $0.resume() }
  }
}
