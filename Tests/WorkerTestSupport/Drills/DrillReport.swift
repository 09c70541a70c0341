import Foundation

/// The figures of a drill.
public struct DrillReport: Sendable {
  /// Which drill.
  public var drill: String
  /// Whether everything was as it must be.
  public var passed: Bool
  /// Its numbers by name.
  public var figures: [String: Double]

  /// A report.
  public init(drill: String, passed: Bool, figures: [String: Double]) {
    self.drill = drill
    self.passed = passed
    self.figures = figures
  }

  /// One JSON object.
  public func json() throws -> String {
    var object: [String: Any] = ["drill": drill, "passed": passed]
    for (name, value) in figures { object[name] = value == value.rounded() ? Int(value) as Any : value as Any }
    let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .prettyPrinted])
    return String(decoding: data, as: UTF8.self)
  }
}
