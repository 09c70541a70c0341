import Foundation

/// A number of worker processes; one that is killed is replaced at once.
final class Crew {
  private(set) var kills = 0
  private var workers: [WorkerProcess] = []
  private let environment: (Int) -> [String: String]

  init(_ count: Int, environment: @escaping (Int) -> [String: String]) throws {
    self.environment = environment
    for number in 0..<count { workers.append(try WorkerProcess(environment(number))) }
  }

  deinit {
    stop()
  }

  /// Kills one; it comes back under its name, as a supervisor starts it.
  func killOne() throws {
    let number = Int.random(in: workers.indices)
    workers[number].killAndWait()
    kills += 1
    workers[number] = try WorkerProcess(environment(number))
  }

  func stop() {
    for worker in workers { worker.killAndWait() }
    workers = []
  }
}
