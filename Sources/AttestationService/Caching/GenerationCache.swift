/// A bounded cache in two generations: what was not asked for during a whole generation is forgotten. O(1) in everything.
struct GenerationCache<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private let generationLimit: Int

  init(capacity: Int) { generationLimit = max(1, capacity / 2) }

  var count: Int { young.count + old.count }

  mutating func value(for key: Key) -> Value? {
    if let value = young[key] { return value }
    guard let value = old.removeValue(forKey: key) else { return nil }
    insert(value, for: key)
    return value
  }

  mutating func insert(_ value: Value, for key: Key) {
    if young.count >= generationLimit, young[key] == nil {
      old = young
      young = [:]
    }
    young[key] = value
  }

  mutating func remove(_ key: Key) {
    young[key] = nil
    old[key] = nil
  }
}

extension GenerationCache: Sendable where Key: Sendable, Value: Sendable {}
