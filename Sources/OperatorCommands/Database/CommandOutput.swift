import AttestationService
import Foundation

/// Prints one result: a table for people, or an object for programs.
struct CommandOutput: Sendable {
  let console: Console
  let isJSON: Bool

  init(_ console: Console, _ arguments: ParsedArguments) {
    self.console = console
    isJSON = arguments.flag("--json")
  }

  /// Prints rows: as a table with a heading, or as the list `name` of an object.
  func show(_ name: String, _ heading: [String], _ rows: [(cells: [String], json: JSONValue)]) {
    if isJSON { return console.write(JSONValue.object([(name, .array(rows.map(\.json)))]).text) }
    guard !rows.isEmpty else { return console.write("There are no \(name).") }
    var table = TextTable(heading)
    for row in rows { table.append(row.cells) }
    for line in table.lines { console.write(line) }
  }

  /// Prints one thing: a line for each of its properties, or an object.
  func show(_ properties: [(name: String, value: String)], _ json: JSONValue) {
    if isJSON { return console.write(json.text) }
    let width = properties.map(\.name.count).max() ?? 0
    for property in properties {
      let name = property.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
      console.write(name + ShownText.of(property.value))
    }
  }
}

extension JSONValue {
  static func instant(_ instant: Date) -> JSONValue { .string(Timestamp.format(instant)) }
}
