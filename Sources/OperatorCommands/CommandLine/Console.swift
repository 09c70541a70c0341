/// Where a command reads and writes: the terminal in the program, memory in tests.
public struct Console: Sendable {
  /// Writes one line to standard output.
  public var write: @Sendable (String) -> Void
  /// Writes one line to standard error.
  public var complain: @Sendable (String) -> Void
  /// Reads a file, or standard input for "-".
  public var read: @Sendable (String) throws(UnreadableInput) -> [UInt8]
  /// Asks a question that is answered with yes or no; nil when there is nobody to ask.
  public var ask: @Sendable (String) -> Bool?
  /// The environment's variables.
  public var environment: [String: String]
  /// Whether colours are wanted.
  public var isColoured: Bool
  /// The size of the terminal that is written to; nil when it is none.
  public var screen: @Sendable () -> ScreenSize?

  /// A console of these.
  public init(
    write: @escaping @Sendable (String) -> Void, complain: @escaping @Sendable (String) -> Void,
    read: @escaping @Sendable (String) throws(UnreadableInput) -> [UInt8],
    ask: @escaping @Sendable (String) -> Bool? = { _ in nil }, environment: [String: String] = [:],
    isColoured: Bool = false, screen: @escaping @Sendable () -> ScreenSize? = { nil }
  ) {
    (self.write, self.complain, self.read, self.ask) = (write, complain, read, ask)
    (self.environment, self.isColoured, self.screen) = (environment, isColoured, screen)
  }

  /// Prints what a command would do, and asks whether to do it. `--yes` answers for the person.
  ///
  /// Without anybody to ask the answer is no: a script must say `--yes`. Plans hold names that others chose, so that what
  /// would colour or move the terminal is escaped: nobody shall confirm one thing and see another.
  public func confirms(_ plan: String, _ arguments: ParsedArguments) -> Bool {
    complain(ShownText.of(plan))
    if arguments.flag("--yes") { return true }
    if let answer = ask("Do it? [y/N] ") { return answer }
    complain("Nothing was done: say --yes to do it.")
    return false
  }

  /// The text in a colour, or as it is.
  public func styled(_ text: String, _ style: Style) -> String {
    isColoured ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// How a text may stand out.
  public enum Style: String, Sendable {
    /// Something good.
    case green = "32"
    /// Something bad.
    case red = "31"
    /// A heading.
    case bold = "1"
    /// Something minor.
    case dim = "2"
  }
}

extension Console {
  /// This console, but with an input that was read before: standard input can be read once only.
  func replaying(_ bytes: [UInt8]) -> Console {
    var console = self
    console.read = { _ throws(UnreadableInput) in bytes }
    return console
  }
}
