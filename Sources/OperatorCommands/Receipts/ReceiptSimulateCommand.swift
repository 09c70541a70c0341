import Foundation
import ReceiptSimulation

/// `assay receipt simulate`: runs the schedule and the policy over a simulated fleet on a test clock.
struct ReceiptSimulateCommand: Command {
  static let name = "receipt simulate"
  static let summary = "run the refresh of receipts over a simulated fleet, in seconds"
  static let syntax = CommandSyntax(
    .option("--keys", "N", "keys; 50000 unless given"), .option("--days", "N", "days; 90 unless given"),
    .option("--rate", "N", "requests a second in total; one for each 10000 keys and one more unless given"),
    .option("--seed", "N", "the seed of all chance"), .option("--svg", "FILE", "write a picture"),
    .option("--json", "FILE", "write the report; - is standard output"))

  private let arguments: ParsedArguments
  private let settings: SimulationSettings

  init(_ arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    let rate: Int? = try arguments.integer("--rate", in: 1...100_000)
    settings = SimulationSettings(
      keys: try arguments.integer("--keys", in: 1...5_000_000) ?? 50_000,
      days: try arguments.integer("--days", in: 1...3_650) ?? 90, ratePerSecond: rate.map { Double($0) },
      seed: try arguments.integer("--seed", in: 0...UInt64.max) ?? 1)
  }

  func run(_ console: Console) async throws -> ExitStatus {
    var simulation = ReceiptSimulation(settings)
    let began = Date()
    let report = simulation.run { day in
      if day > 0, day.isMultiple(of: 10) { console.complain("day \(day) of \(settings.days)") }
    }
    let json = try report.json(wallSeconds: Date().timeIntervalSince(began))
    if let path = arguments.value("--svg") { try Self.write(SimulationPicture(report).svg, to: path) }
    switch arguments.value("--json") {
    case "-": console.write(String(decoding: json, as: UTF8.self))
    case let path:
      if let path { try Self.write(String(decoding: json, as: UTF8.self) + "\n", to: path) }
      show(report, console)
    }
    let isWithin = Double(report.peakPerSecond) <= report.rateLimitPerSecond
    return report.missed == 0 && report.beforeNotBefore == 0 && isWithin ? .success : .refused
  }

  private func show(_ report: SimulationReport, _ console: Console) {
    var table = TextTable(["DAY", "REQUESTS", "REFRESHED", "OLDEST DUE (MINUTES)"])
    for (index, day) in report.days.enumerated() {
      table.append([
        String(index), String(day.requests), String(day.refreshed), String(Int((day.oldestDueAge / 60).rounded())),
      ])
    }
    for line in table.lines { console.write(line) }
    console.write("")
    console.write(
      "\(report.requests) requests, at most \(report.peakPerSecond) in a second of \(report.rateLimitPerSecond) allowed"
    )
    console.write(
      "\(report.refreshedInWindow) windows met, \(report.missed) missed, \(report.beforeNotBefore) asked too early")
  }

  private static func write(_ text: String, to path: String) throws {
    do { try text.write(toFile: path, atomically: true, encoding: .utf8) } catch {
      throw CommandFailure("\(path) cannot be written")
    }
  }
}
