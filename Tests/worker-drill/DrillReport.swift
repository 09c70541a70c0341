import Foundation

/// The figures of a drill.
struct DrillReport {
  var drill: String
  var passed: Bool
  var figures: [String: Double]

  func json() throws -> String {
    var object: [String: Any] = ["drill": drill, "passed": passed]
    for (name, value) in figures { object[name] = value == value.rounded() ? Int(value) as Any : value as Any }
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted])
    return String(decoding: data, as: UTF8.self)
  }
}
