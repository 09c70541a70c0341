import Lifecycle
import Locking
import Testing

/// Runs until asked to stop, or fails at once.
private struct Recorder: Service {
  let name: String
  let journal: Journal
  var failsAtStart = false
  var ignoresStop = false

  func run(_ lifetime: ServiceLifetime) async throws {
    if failsAtStart { throw Failure() }
    journal.note("\(name) up")
    lifetime.started()
    await lifetime.stopRequested()
    if ignoresStop { try? await Task.sleep(for: .seconds(3600)) }
    journal.note("\(name) down")
  }
}

private struct Failure: Error {}

private final class Journal: Sendable {
  private let lines = Locked<[String]>([])
  func note(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}

@Suite("service groups")
struct ServiceGroupTests {
  @Test("start in order and stop in reverse upon a signal, with status 0")
  func order() async {
    let journal = Journal()
    let (signals, sender) = AsyncStream<Int32>.makeStream()
    let group = ServiceGroup(["a", "b", "c"].map { Recorder(name: $0, journal: journal) }) { event in
      if event == .started("c") { sender.yield(15) }
    }
    #expect(await group.run(signals: signals) == 0)
    #expect(journal.all == ["a up", "b up", "c up", "c down", "b down", "a down"])
  }

  @Test("a service that fails to start stops those before it; later ones are never started")
  func failure() async {
    let journal = Journal()
    let services = [
      Recorder(name: "a", journal: journal), Recorder(name: "b", journal: journal, failsAtStart: true),
      Recorder(name: "c", journal: journal),
    ]
    let (signals, _) = AsyncStream<Int32>.makeStream()
    #expect(await ServiceGroup(services).run(signals: signals) == 1)
    #expect(journal.all == ["a up", "a down"])
  }

  @Test("a service that does not stop is cancelled when the time is over, and the status says so")
  func overtime() async {
    let journal = Journal()
    let clock = ManualClock()
    let (signals, sender) = AsyncStream<Int32>.makeStream()
    let services = [
      Recorder(name: "a", journal: journal), Recorder(name: "b", journal: journal, ignoresStop: true),
    ]
    let group = ServiceGroup(services, stopLimit: .seconds(5), clock: clock) { event in
      if event == .started("b") { sender.yield(2) }
    }
    let run = Task { await group.run(signals: signals) }
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .seconds(5))
    #expect(await run.value == 1)
    #expect(journal.all.contains("a down"))
  }

  @Test("a second signal forces")
  func force() async {
    let journal = Journal()
    let (signals, sender) = AsyncStream<Int32>.makeStream()
    let (forced, force) = AsyncStream<Int32>.makeStream()
    let group = ServiceGroup(
      [Recorder(name: "a", journal: journal, ignoresStop: true)],
      observer: { event in if case .stopping = event { sender.yield(15) } },
      force: { force.yield($0) })
    let run = Task { await group.run(signals: signals) }
    sender.yield(15)
    #expect(await forced.first { _ in true } == 15)
    run.cancel()
  }

  @Test("a service of two blocking calls is started and stopped once")
  func blocking() async {
    let journal = Journal()
    let (signals, sender) = AsyncStream<Int32>.makeStream()
    let service = BlockingService("x", start: { journal.note("start") }, stop: { journal.note("stop") })
    let group = ServiceGroup([service]) { event in if event == .started("x") { sender.yield(15) } }
    #expect(await group.run(signals: signals) == 0)
    #expect(journal.all == ["start", "stop"])
  }
}
