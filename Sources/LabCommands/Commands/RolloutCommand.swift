import AppleLab
import Foundation
import LabLoad

/// `assay-lab rollout`: a fleet of installations against real replicas, with an Apple that counts every sliding second.
enum RolloutCommand {
  private static let options: Set<String> = [
    "api", "secret-file", "app-id", "installations", "opening", "limit", "connections", "seconds", "lab", "json",
  ]

  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: options)
    let secret = try arguments.secret(inFileOf: "secret-file")
    let appID = try arguments.required("app-id")
    let targets = try arguments.required("api").split(separator: ",").map { address in
      guard let target = ServiceTarget(api: String(address), secret: secret, appID: appID) else {
        throw UsageError("--api is a list of http://HOST:PORT for a rollout")
      }
      return target
    }
    let run = RolloutRun(
      targets: targets, installations: max(1, try arguments.number("installations", default: 1000)),
      openingSeconds: Double(try arguments.number("opening", default: 10)),
      limit: max(1, try arguments.number("limit", default: 100)),
      connections: max(1, try arguments.number("connections", default: 128)),
      longestSeconds: Double(max(1, try arguments.number("seconds", default: 600))),
      authorities: try arguments.text("lab").map { try LabAuthorities.load(from: URL(fileURLWithPath: $0)) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(try run.run())
    if let path = arguments.text("json") { try data.write(to: URL(fileURLWithPath: path)) }
    print(String(decoding: data, as: UTF8.self))
  }
}
