/// A page that is drawn again and again in its place, without a flicker; where nobody looks at a terminal, one page
/// after the other.
struct LiveScreen: Sendable {
  private static let hideCursor = "\u{1B}[?25l"
  private static let showCursor = "\u{1B}[?25h"
  private static let clear = "\u{1B}[H\u{1B}[2J"
  private static let home = "\u{1B}[H"
  private static let clearLine = "\u{1B}[K"
  private static let clearBelow = "\u{1B}[J"
  private static let widthWithoutTerminal = 100

  private let console: Console

  init(_ console: Console) { self.console = console }

  /// The characters that a line may have now; the window may change at any time.
  var columns: Int { console.screen()?.columns ?? Self.widthWithoutTerminal }

  /// Lends the screen, and gives the cursor back however `body` ends.
  func with(_ body: @escaping @Sendable () async throws -> Void) async throws {
    guard console.screen() != nil else { return try await body() }
    console.write(Self.hideCursor + Self.clear)
    defer { console.write(Self.showCursor) }
    try await Interruptible.run(body)
  }

  /// Draws a page. What a small window has no room for is left out at its end.
  func draw(_ lines: [String]) {
    guard let size = console.screen() else { return console.write(lines.joined(separator: "\n")) }
    let shown = lines.prefix(max(1, size.rows - 1)).map { $0.prefix(size.columns) + Self.clearLine }
    console.write(Self.home + shown.joined(separator: "\n") + Self.clearBelow)
  }
}
