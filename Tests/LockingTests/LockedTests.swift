import Foundation
import Locking
import Testing

@Suite("values under a lock")
struct LockedTests {
  private struct Failure: Error {}

  @Test("no change is lost between threads")
  func exclusion() async {
    let values = Locked([Int]())
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for number in 0..<5000 { values.withLock { $0.append(number) } } }
      }
    }
    #expect(values.withLock { $0.count } == 20_000)
  }

  @Test("an error leaves the lock open, and the change in place")
  func errors() {
    let value = Locked(1)
    #expect(throws: Failure.self) {
      try value.withLock { (number: inout Int) throws(Failure) in
        number = 2
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }
}
