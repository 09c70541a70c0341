/// A table for people: columns as wide as their widest cell, two spaces between.
public struct TextTable: Sendable {
  private let header: [String]
  private var rows: [[String]] = []

  /// A table with these columns.
  public init(_ header: [String]) {
    self.header = header
  }

  /// Adds a row; cells that are missing stay empty.
  public mutating func append(_ row: [String]) {
    rows.append(row.map(ShownText.of))
  }

  /// The lines, the header first.
  public var lines: [String] {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return all.map { row in
      let cells = header.indices.map { column in
        CommandRegistry.padded(column < row.count ? row[column] : "", widths[column])
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
  }
}
