/// Collects challenges before the clock starts: for each connection, one for each planned assertion.
final class ChallengeWork: LoadWork {
  private let target: ServiceTarget
  private let plans: [[Int]]
  private let lifetimeSeconds: Int
  private(set) var challenges: [[String]]
  private var firstFault: String?

  var isOver: Bool { firstFault != nil }

  init(target: ServiceTarget, plans: [[Int]], lifetimeSeconds: Int) {
    self.target = target
    self.plans = plans
    self.lifetimeSeconds = lifetimeSeconds
    challenges = plans.map { plan in
      var list: [String] = []
      list.reserveCapacity(plan.count)
      return list
    }
  }

  func next(connection: Int) -> [UInt8]? {
    let position = challenges[connection].count
    guard firstFault == nil, position < plans[connection].count else { return nil }
    let account = ServiceMessages.accountID(ofKey: plans[connection][position])
    let body = ServiceMessages.challenge(account: account, purpose: "assertion", lifetimeSeconds: lifetimeSeconds)
    return target.post(.challenges, body: body)
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    if status == 201, let challenge = ServiceMessages.text(of: "challenge", in: body) {
      challenges[connection].append(challenge)
    } else if status != 503 {
      firstFault = "a challenge was answered with \(status): \(String(decoding: body.prefix(400), as: UTF8.self))"
    }
  }

  func failed(connection: Int, reason: String) {
    if reason == "connect" { firstFault = "the service does not accept connections" }
  }

  func finish() throws(LoadFault) -> [[String]] {
    if let firstFault { throw .service(firstFault) }
    return challenges
  }
}
