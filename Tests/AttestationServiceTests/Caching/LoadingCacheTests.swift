import Locking
import Testing

@testable import AttestationService

@Suite("A loading cache")
struct LoadingCacheTests {
  final class Source: Sendable {
    private let state = Locked<(loads: Int, value: Int?)>((0, 1))
    var loads: Int { state.withLock { $0.loads } }
    func set(_ value: Int?) { state.withLock { $0.value = value } }
    func load() -> Int? {
      state.withLock { state in
        state.loads += 1
        return state.value
      }
    }
  }

  @Test("loads a key once and keeps it")
  func keeps() async throws {
    let source = Source()
    let cache = LoadingCache<String, Int>(capacity: 10, lifetime: nil) { _ in source.load() }
    for _ in 0..<5 { #expect(try await cache.value(for: "a") == 1) }
    #expect(source.loads == 1)
  }

  @Test("forgets what is older than its lifetime")
  func lifetime() async throws {
    let source = Source()
    let cache = LoadingCache<String, Int>(capacity: 10, lifetime: .zero) { _ in source.load() }
    _ = try await cache.value(for: "a")
    source.set(2)
    #expect(try await cache.value(for: "a") == 2)
  }

  @Test("does not remember that something is not there")
  func absence() async throws {
    let source = Source()
    source.set(nil)
    let cache = LoadingCache<String, Int>(capacity: 10, lifetime: nil) { _ in source.load() }
    #expect(try await cache.value(for: "a") == nil)
    source.set(3)
    #expect(try await cache.value(for: "a") == 3)
  }

  @Test("loads again what was invalidated")
  func invalidated() async throws {
    let source = Source()
    let cache = LoadingCache<String, Int>(capacity: 10, lifetime: nil) { _ in source.load() }
    _ = try await cache.value(for: "a")
    source.set(2)
    cache.invalidate("a")
    #expect(try await cache.value(for: "a") == 2)
  }

  @Test("stays within its capacity and keeps what is used")
  func bounded() {
    var cache = GenerationCache<Int, Int>(capacity: 10)
    cache.insert(0, for: 0)
    for key in 1...1_000 {
      cache.insert(key, for: key)
      #expect(cache.value(for: 0) == 0)
      #expect(cache.count <= 10)
    }
  }
}
