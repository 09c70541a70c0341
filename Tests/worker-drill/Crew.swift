import Foundation
import WorkerTestSupport

/// A number of worker processes; one that is killed is replaced at once.
final class Crew {
  private(set) var kills = 0
  private var workers: [WorkerProcess] = []
  private var hired = 0
  private let environment: (Int) -> [String: String]

  init(_ count: Int, environment: @escaping (Int) -> [String: String]) throws {
    self.environment = environment
    for _ in 0..<count { try hire() }
  }

  deinit {
    stop()
  }

  func killOne() throws {
    let index = Int.random(in: workers.indices)
    workers[index].killAndWait()
    workers.remove(at: index)
    kills += 1
    try hire()
  }

  func stop() {
    for worker in workers { worker.killAndWait() }
    workers = []
  }

  private func hire() throws {
    hired += 1
    workers.append(try WorkerProcess(environment(hired)))
  }
}
