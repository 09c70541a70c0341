import Testing
import Timing

@testable import AttestationService

@Suite("The state that committers share")
struct BatchStateTests {
  typealias State = BatchState<BatchQueueTests.Row>

  @Test("refuses at once while no committer has a connection")
  func notConnected() {
    var state = State(queueLimit: 10)
    guard case .refused(.storageUnavailable) = state.enter(.init()) else { return #expect(Bool(false)) }
  }

  @Test("wakes a committer that sleeps, once for each")
  func wakes() {
    var state = State(queueLimit: 10)
    state.connectionMade()
    guard case .sleep = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    guard case .waiting(wake: true) = state.enter(.init()) else { return #expect(Bool(false)) }
    guard case .waiting(wake: false) = state.enter(.init()) else { return #expect(Bool(false)) }
  }

  @Test("gives up what waits when the last connection is lost, and not before")
  func lost() {
    var state = State(queueLimit: 10)
    state.connectionMade()
    state.connectionMade()
    _ = state.enter(.init())
    #expect(state.connectionLost().isEmpty)
    #expect(state.connectionLost().count == 1)
  }

  @Test("ends a committer when it is closed and nothing waits")
  func ends() {
    var state = State(queueLimit: 10)
    state.connectionMade()
    _ = state.enter(.init())
    state.queue.close()
    guard case .work = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
    guard case .end = state.next(atMost: 9, at: .now) else { return #expect(Bool(false)) }
  }
}
