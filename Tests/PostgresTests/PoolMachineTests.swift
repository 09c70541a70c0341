import Testing

@testable import Postgres

@Suite("The pool's bookkeeping")
struct PoolMachineTests {
  private struct Unexpected: Error {}
  private typealias Machine = PoolMachine<Int, String>

  @Test("newcomers never overtake those who wait, and the first waiter gets what comes back")
  func fairness() throws {
    var machine = Machine(limit: 1)
    guard case .open = machine.acquire(isUsable: { _ in true }) else { throw Unexpected() }
    guard case .wait(let first) = machine.acquire(isUsable: { _ in true }) else { throw Unexpected() }
    guard case nil = machine.enqueue("first", ticket: first, isUsable: { _ in true }) else { throw Unexpected() }
    guard case .wait(let second) = machine.acquire(isUsable: { _ in true }) else { throw Unexpected() }
    guard case nil = machine.enqueue("second", ticket: second, isUsable: { _ in true }) else { throw Unexpected() }
    #expect(machine.giveBack(5)?.0 == "first")
    #expect(machine.abandon(ticket: first) == nil)
    #expect(machine.abandon(ticket: second) == "second")
    guard case nil = machine.giveBack(5) else { throw Unexpected() }
    #expect(machine.idleCount == 1)
  }

  @Test("a lost connection's place goes to the first waiter")
  func place() throws {
    var machine = Machine(limit: 1)
    _ = machine.acquire { _ in true }
    guard case .wait(let ticket) = machine.acquire(isUsable: { _ in true }) else { throw Unexpected() }
    _ = machine.enqueue("waiter", ticket: ticket) { _ in true }
    guard case (let waiter, .place)? = machine.giveUpPlace() else { throw Unexpected() }
    #expect(waiter == "waiter")
    #expect(machine.total == 1)
  }

  @Test("connections that died while idle are dropped, not lent")
  func dead() throws {
    var machine = Machine(limit: 2)
    _ = machine.acquire { _ in true }
    _ = machine.giveBack(1)
    guard case .open = machine.acquire(isUsable: { _ in false }) else { throw Unexpected() }
    #expect(machine.total == 1)
  }
}
