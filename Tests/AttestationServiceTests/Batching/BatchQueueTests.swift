import Testing
import Timing

@testable import AttestationService

@Suite("The queue of a batcher")
struct BatchQueueTests {
  struct Row: BatchRow {
    var name = 0
    var tenant: Int64 = 1
    var locks = BatchLocks.none
    var deadline = Uptime.now + .seconds(60)
    func complete(_ refusal: Refusal) {}
  }

  private func queue(_ rows: [Row], limit: Int = 100) -> BatchQueue<Row> {
    var queue = BatchQueue<Row>(limit: limit)
    for row in rows { _ = queue.offer(row) }
    return queue
  }

  @Test("gives the oldest rows first, at most so many")
  func order() {
    var queue = queue((1...5).map { Row(name: $0, locks: BatchLocks(Int64($0))) })
    #expect(queue.take(atMost: 3, at: .now).batch.map(\.name) == [1, 2, 3])
    #expect(queue.take(atMost: 3, at: .now).batch.map(\.name) == [4, 5])
    #expect(queue.isEmpty)
  }

  @Test("lets each key and each challenge stand in a batch once; the others wait in their order")
  func locks() {
    var queue = queue([
      Row(name: 1, locks: BatchLocks(10, 20)), Row(name: 2, locks: BatchLocks(10, 21)),
      Row(name: 3, locks: BatchLocks(11, 20)), Row(name: 4, locks: BatchLocks(12, 22)),
      Row(name: 5, locks: BatchLocks(10, 23)),
    ])
    #expect(queue.take(atMost: 9, at: .now).batch.map(\.name) == [1, 4])
    #expect(queue.take(atMost: 9, at: .now).batch.map(\.name) == [2, 3])
    #expect(queue.take(atMost: 9, at: .now).batch.map(\.name) == [5])
  }

  @Test("takes nothing beyond its limit")
  func limit() {
    var queue = queue([Row(), Row()], limit: 2)
    #expect(queue.offer(Row()) == .full)
    _ = queue.take(atMost: 1, at: .now)
    #expect(queue.offer(Row()) == .accepted)
  }

  @Test("does not write what waited longer than its deadline")
  func deadlines() {
    var queue = queue([Row(name: 1, deadline: .now - .seconds(1)), Row(name: 2)])
    let take = queue.take(atMost: 9, at: .now)
    #expect(take.expired.map(\.name) == [1])
    #expect(take.batch.map(\.name) == [2])
  }

  @Test("takes nothing after it was closed, and still gives what waits")
  func closed() {
    var queue = queue([Row(name: 1)])
    queue.close()
    #expect(queue.offer(Row()) == .closed)
    #expect(queue.take(atMost: 9, at: .now).batch.map(\.name) == [1])
  }
}
