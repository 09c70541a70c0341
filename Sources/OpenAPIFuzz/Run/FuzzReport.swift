/// What a run found.
public struct FuzzReport: Sendable {
  /// An answer that is not right.
  public struct Finding: Sendable {
    /// The request's method and target.
    public let request: String
    /// The request's body, as text.
    public let body: String
    /// The status that came, or 0 when nothing did.
    public let status: Int
    /// What is wrong.
    public let problems: [String]
  }

  private static let kept = 20

  /// How many requests were sent.
  public private(set) var requests = 0
  /// How many answers were wrong.
  public private(set) var failures = 0
  /// The first of them.
  public private(set) var findings: [Finding] = []
  /// How often each operation was answered with each status.
  public private(set) var answers: [String: [Int: Int]] = [:]

  mutating func note(_ made: RequestMaker.Made, _ answer: WireAnswer, problems: [String]) {
    requests += 1
    answers[made.operation?.id ?? "(no such address)", default: [:]][answer.status, default: 0] += 1
    if !problems.isEmpty { fail(made, status: answer.status, problems) }
  }

  mutating func note(_ made: RequestMaker.Made, failure: String) {
    requests += 1
    fail(made, status: 0, [failure])
  }

  private mutating func fail(_ made: RequestMaker.Made, status: Int, _ problems: [String]) {
    failures += 1
    guard findings.count < Self.kept else { return }
    findings.append(
      Finding(
        request: "\(made.request.method) \(made.request.target)",
        body: String(String(decoding: made.request.body, as: UTF8.self).prefix(300)), status: status,
        problems: problems))
  }

  mutating func add(_ other: FuzzReport) {
    requests += other.requests
    failures += other.failures
    findings = Array((findings + other.findings).prefix(Self.kept))
    for (operation, statuses) in other.answers {
      answers[operation, default: [:]].merge(statuses) { $0 + $1 }
    }
  }

  /// The report for people: a line for each operation, then what was wrong.
  public var text: String {
    let lines = answers.sorted { $0.key < $1.key }.map { operation, statuses in
      let counts = statuses.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "  ")
      return "  \(operation.padding(24))  \(counts)"
    }
    let wrong = findings.map {
      "  \($0.request) -> \($0.status): \($0.problems.joined(separator: "; "))\n    \($0.body)"
    }
    return (["\(requests) requests, \(failures) wrong answers"] + lines + wrong).joined(separator: "\n")
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
