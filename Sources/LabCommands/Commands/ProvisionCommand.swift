import AppleLab
import Foundation
import LabLoad

/// `assay-lab provision`: registers the keys of a load through the API, or lists them for a bulk load.
enum ProvisionCommand {
  private static let options: Set<String> = [
    "app-id", "seed", "keys", "api", "secret-file", "lab", "connections", "list",
  ]

  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: options)
    let keys = LoadKeys(seed: try arguments.required("seed"), count: try arguments.number("keys", default: 0))
    if let path = arguments.text("list") {
      try KeyList.write(keys, to: path)
      return try JSONLine.print(["listed": keys.count, "file": path])
    }
    let lab = try LabAuthorities.load(from: URL(fileURLWithPath: try arguments.required("lab")))
    let connections = try arguments.number("connections", default: 16)
    let work = ProvisionWork(
      target: try LoadCommand.target(arguments), keys: keys, authorities: lab, connections: max(1, connections))
    try work.run()
    try JSONLine.print(["registered": work.registered])
  }
}
