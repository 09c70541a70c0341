import Testing
import Timing

@testable import AttestationService

@Suite("The state that committers share")
struct BatchStateTests {
  typealias State = BatchState<BatchQueueTests.Row>

  @Test("refuses at once while no committer has a connection")
  func notConnected() {
    var state = State(queueLimit: 10, joining: 3)
    guard case .refused(.storageUnavailable) = state.enter(.init()) else { return #expect(Bool(false)) }
  }

  @Test("wakes a committer that sleeps, once for each")
  func wakes() {
    var state = State(queueLimit: 10, joining: 3)
    state.connectionMade()
    guard case .sleep = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    guard case .waiting(wake: true) = state.enter(.init()) else { return #expect(Bool(false)) }
    guard case .waiting(wake: false) = state.enter(.init()) else { return #expect(Bool(false)) }
  }

  @Test("gives up what waits when the last connection is lost, and not before")
  func lost() {
    var state = State(queueLimit: 10, joining: 3)
    state.connectionMade()
    state.connectionMade()
    _ = state.enter(.init())
    #expect(state.connectionLost().orphans.isEmpty)
    #expect(state.connectionLost().orphans.count == 1)
  }

  @Test("one committer works while it keeps up; another joins in when a whole batch waits")
  func joins() {
    var state = State(queueLimit: 10, joining: 3)
    for _ in 1...2 {
      state.connectionMade()
      guard case .sleep = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    }
    guard case .waiting(wake: true) = state.enter(.init()) else { return #expect(Bool(false)) }
    guard case .work = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    for wakes in [false, false, true, false] {
      guard case .waiting(wakes) = state.enter(.init()) else { return #expect(Bool(false)) }
    }
    guard case .work = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    _ = state.enter(.init())
    guard case .sleep = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    guard case .work = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
  }

  @Test("a committer that loses its connection wakes one that sleeps for what waits")
  func takesOver() {
    var state = State(queueLimit: 10, joining: 3)
    for _ in 1...2 {
      state.connectionMade()
      guard case .sleep = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    }
    guard case .waiting(wake: true) = state.enter(.init()) else { return #expect(Bool(false)) }
    #expect(state.connectionLost().wake)
  }

  @Test("ends a committer when it is closed and nothing waits")
  func ends() {
    var state = State(queueLimit: 10, joining: 3)
    state.connectionMade()
    _ = state.enter(.init())
    state.queue.close()
    guard case .work = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    guard case .end = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
  }
}
