/// What a drill is asked to do: `throughput|chaos [--receipts N] [--kills N] [--workers N]`.
struct DrillOptions {
  enum Drill: String {
    case throughput, chaos
  }

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  var drill: Drill
  var receipts = 20_000
  var kills = 200
  var workers = 3

  init(_ arguments: [String]) throws {
    guard let first = arguments.first, let drill = Drill(rawValue: first) else {
      throw Problem(description: "say throughput or chaos")
    }
    self.drill = drill
    if drill == .chaos { receipts = 3_000 }
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      guard let value = rest.popFirst().flatMap({ Int($0) }), value > 0 else {
        throw Problem(description: "\(name) needs a whole number above zero")
      }
      switch name {
      case "--receipts": receipts = value
      case "--kills": kills = value
      case "--workers": workers = value
      default: throw Problem(description: "unknown option \(name)")
      }
    }
  }
}
