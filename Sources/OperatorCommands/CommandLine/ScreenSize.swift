/// How much a terminal shows at once.
public struct ScreenSize: Sendable {
  /// Characters in a line.
  public var columns: Int
  /// Lines.
  public var rows: Int

  /// A size.
  public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}
