import Foundation
import Locking

/// Many random requests against a running server, each answer held against the document.
public struct FuzzRun: Sendable {
  /// What to do.
  public struct Plan: Sendable {
    /// How many requests in all.
    public var requests: Int
    /// The seed of the first thread; the others follow.
    public var seed: UInt64
    /// How many connections at once.
    public var connections: Int
    /// The server's port on this machine.
    public var port: UInt16

    /// A plan.
    public init(requests: Int, seed: UInt64, connections: Int, port: UInt16) {
      self.requests = requests
      self.seed = seed
      self.connections = connections
      self.port = port
    }
  }

  private let plan: Plan
  private let maker: RequestMaker
  private let check: AnswerCheck

  /// A run over one server.
  public init(plan: Plan, maker: RequestMaker, document: APIDocument) {
    self.plan = plan
    self.maker = maker
    check = AnswerCheck(document: document)
  }

  /// Sends all requests and tells what came back. Blocks.
  public func run() -> FuzzReport {
    let report = Locked(FuzzReport())
    let connections = max(1, plan.connections)
    DispatchQueue.concurrentPerform(iterations: connections) { index in
      let share = plan.requests / connections + (index < plan.requests % connections ? 1 : 0)
      let part = run(share, seed: plan.seed &+ UInt64(index))
      report.withLock { $0.add(part) }
    }
    return report.withLock { $0 }
  }

  private func run(_ count: Int, seed: UInt64) -> FuzzReport {
    var random = SplitMix64(seed: seed)
    var report = FuzzReport()
    let client = WireClient(port: plan.port)
    for _ in 0..<count {
      let made = maker.request(&random)
      do {
        let answer = try client.exchange(made.request)
        report.note(made, answer, problems: judge(made, answer))
      } catch {
        report.note(made, failure: "\(error)")
      }
    }
    return report
  }

  private func judge(_ made: RequestMaker.Made, _ answer: WireAnswer) -> [String] {
    if answer.status < 300, let value = JSON.parse(answer.body) { maker.harvest.keep(from: value) }
    guard let operation = made.operation else { return check.problems(ofUndocumented: answer) }
    return check.problems(of: answer, to: operation)
  }
}
