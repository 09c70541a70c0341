import Testing

@testable import LabLoad

struct KeyScheduleTests {
  @Test(
    "connections share no key, and each visits all of its keys before any comes again",
    arguments: [
      (12, 5), (5, 5), (1, 1), (1000, 7), (4096, 64),
    ])
  func disjoint(keys: Int, connections: Int) {
    let schedule = KeySchedule(keys: keys, connections: connections)
    let rounds = keys / connections
    var seen: Set<Int> = []
    for connection in 0..<connections {
      let visited = Set((0..<rounds).map { schedule.key(connection: connection, turn: $0) })
      #expect(visited.count == rounds && seen.isDisjoint(with: visited))
      #expect(visited.allSatisfy { (0..<keys).contains($0) })
      #expect(schedule.key(connection: connection, turn: rounds) == schedule.key(connection: connection, turn: 0))
      seen.formUnion(visited)
    }
  }
}
