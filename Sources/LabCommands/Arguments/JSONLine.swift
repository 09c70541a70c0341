import Foundation

/// Writes one JSON object on a line of standard output: what a step did, for scripts.
enum JSONLine {
  static func print(_ object: [String: Any]) throws {
    let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
    let data = try JSONSerialization.data(withJSONObject: object, options: options)
    Swift.print(String(decoding: data, as: UTF8.self))
  }
}
