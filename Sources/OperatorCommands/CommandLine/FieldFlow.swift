/// Short fields beside each other, in as many lines as the width asks for; no field is broken or left out.
enum FieldFlow {
  private static let indent = "   "

  static func lines(_ fields: [String], columns: Int) -> [String] {
    lines(fields, columns: columns, before: indent, between: indent)
  }

  /// A sentence in as many lines as it needs.
  static func sentence(_ text: String, columns: Int) -> [String] {
    lines(text.split(separator: " ").map(String.init), columns: columns, before: "", between: " ")
  }

  private static func lines(_ fields: [String], columns: Int, before: String, between: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for field in fields where !field.isEmpty {
      if !line.isEmpty, line.count + between.count + field.count > columns {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? before : between) + field
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
