import PacingSimulation

/// `assay rollout simulate`: a rollout on virtual time, with the controller and the budgets of production.
struct RolloutSimulateCommand: Command {
  static let name = "rollout simulate"
  static let summary = "run a rollout on virtual time: how long, at what peak"
  static let syntax = CommandSyntax(
    .option("--installations", "N", "installations that are to attest", required: true),
    .option("--limit", "LOW-HIGH", "Apple's limit floats between these, in requests a second; 60-100 without"),
    .option("--seed", "N", "the same seed gives the same run; 1 without"),
    .option("--replicas", "N", "API replicas, which fail now and then; 4 without"),
    .option("--viral", "N@DAY", "N new installations come within a day, beginning on that day"),
    .option("--registry-loss", "N@DAY", "the service loses the keys of N installations on that day"),
    .option("--svg", "FILE", "write a picture"), .option("--json", "FILE", "write the figures for programs; - for here")
  )

  private let settings: SimulationSettings
  private let svg: OutputFile?
  private let json: OutputFile?
  private let isJSONHere: Bool
  private static let counts: ClosedRange<Int64> = 1...100_000_000_000

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let count = try arguments.integer("--installations", in: Self.counts) else {
      throw UsageError("--installations is missing", mend: "Say how many.")
    }
    let limit = try Self.limit(arguments.value("--limit") ?? "60-100")
    let seed = try arguments.integer("--seed", in: UInt64(0)...UInt64.max) ?? 1
    var settings = SimulationSettings(
      installations: count, lowestLimit: limit.lowerBound, highestLimit: limit.upperBound, seed: seed)
    settings.replicas = try arguments.integer("--replicas", in: 1...64) ?? 4
    settings.viral = try Self.incident("--viral", arguments)
    settings.loss = try Self.incident("--registry-loss", arguments)
    self.settings = settings
    // Looked at before a run that may take a minute.
    svg = try OutputFile("--svg", arguments)
    json = arguments.value("--json") == "-" ? nil : try OutputFile("--json", arguments)
    isJSONHere = arguments.value("--json") == "-"
  }

  func run(_ console: Console) async throws -> ExitStatus {
    let began = ContinuousClock.now
    var simulation = Simulation(settings)
    let result = simulation.run()
    let took = (ContinuousClock.now - began) / .seconds(1)
    let bytes = try result.json(wallSeconds: took)
    try svg?.write(result.svg())
    try json?.write(bytes)
    console.write(isJSONHere ? String(decoding: bytes, as: UTF8.self) : result.table(wallSeconds: took))
    return .success
  }

  private static func limit(_ text: String) throws(UsageError) -> ClosedRange<Double> {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) }
    guard let low = parts.first ?? nil, let high = parts.last ?? nil, parts.count <= 2 else {
      throw UsageError("--limit is not a range: \(text)", mend: "Write it like 60-100.")
    }
    guard low >= 1, low <= high, high <= 100_000 else {
      throw UsageError(
        "--limit is no range of requests a second: \(text)",
        mend: "Write the lower bound first, 1 at least: like 60-100. The upper bound is 100000 at most.")
    }
    return low...high
  }

  private static func incident(
    _ name: String, _ arguments: ParsedArguments
  ) throws(UsageError) -> (installations: Int64, day: Int)? {
    guard let text = arguments.value(name) else { return nil }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int64(parts[0]), counts.contains(count), let day = Int(parts[1]),
      (0...1000).contains(day)
    else { throw UsageError("\(name) is not N@DAY: \(text)", mend: "Write it like 5000000@3, day 1000 at most.") }
    return (count, day)
  }
}
