/// A risk report: named columns and rows.
public struct RiskTable: Sendable {
  /// The columns, in snake_case.
  public let columns: [String]
  /// The rows.
  public let rows: [[RiskCell]]

  /// The table as CSV (RFC 4180), with a heading. A cell that a spreadsheet would take for a formula is quoted as text.
  public var csv: String {
    ([columns] + rows.map { $0.map(\.text) }).map { row in row.map(Self.field).joined(separator: ",") }
      .joined(separator: "\r\n") + "\r\n"
  }

  private static func field(_ text: String) -> String {
    let isFormula = text.first.map { "=+-@\t".contains($0) } ?? false
    let safe = isFormula && Double(text) == nil ? "'" + text : text
    guard safe.contains(where: { ",\"\r\n".contains($0) }) else { return safe }
    return "\"" + safe.replacing("\"", with: "\"\"") + "\""
  }
}
