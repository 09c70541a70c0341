import AppleLab
import Foundation
import LabLoad

/// `assay-lab load`: one measured run.
enum LoadCommand {
  private static let options: Set<String> = [
    "api", "secret-file", "app-id", "seed", "keys", "mode", "connections", "seconds", "expected-per-second",
    "accepted", "json",
  ]

  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: options)
    let keys = LoadKeys(seed: try arguments.required("seed"), count: try arguments.number("keys", default: 0))
    guard keys.count > 0 else { throw UsageError("--keys is needed") }
    let run = LoadRun(
      target: try target(arguments), keys: keys,
      mode: try arguments.choice("mode", default: LoadRun.Mode.assert) ?? .assert,
      connections: max(1, try arguments.number("connections", default: 64)),
      seconds: Double(max(1, try arguments.number("seconds", default: 10))),
      expectedPerSecond: max(1, try arguments.number("expected-per-second", default: 20_000)),
      acceptedFile: arguments.text("accepted"))
    let report = try run.run()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(report)
    if let path = arguments.text("json") { try data.write(to: URL(fileURLWithPath: path)) }
    print(String(decoding: data, as: UTF8.self))
  }

  static func target(_ arguments: Arguments) throws -> ServiceTarget {
    let secret = try arguments.secret(inFileOf: "secret-file")
    let api = try arguments.required("api")
    guard let target = ServiceTarget(api: api, secret: secret, appID: try arguments.required("app-id"))
    else { throw UsageError("--api is http://HOST:PORT for a load") }
    return target
  }
}
