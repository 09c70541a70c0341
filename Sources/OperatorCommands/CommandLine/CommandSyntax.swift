/// What a command takes: options with values, flags, and words in order.
public struct CommandSyntax: Sendable {
  /// One thing that a command takes.
  public struct Argument: Sendable {
    enum Kind {
      case option(placeholder: String), flag, word
    }

    let kind: Kind
    let name: String
    let help: String
    let isRequired: Bool
    let repeats: Bool

    /// An option with a value: `--name VALUE` or `--name=VALUE`.
    public static func option(
      _ name: String, _ placeholder: String, _ help: String, required: Bool = false, repeats: Bool = false
    ) -> Argument {
      Argument(
        kind: .option(placeholder: placeholder), name: name, help: help, isRequired: required, repeats: repeats)
    }

    /// A flag: `--name`.
    public static func flag(_ name: String, _ help: String) -> Argument {
      Argument(kind: .flag, name: name, help: help, isRequired: false, repeats: false)
    }

    /// A word at its place: `NAME`.
    public static func word(_ name: String, _ help: String, required: Bool = true, repeats: Bool = false) -> Argument {
      Argument(kind: .word, name: name, help: help, isRequired: required, repeats: repeats)
    }

    /// `--json`, which most commands have.
    public static let json = flag("--json", "print one JSON object for programs instead of text for people")
    /// `--yes`, which every command that changes state has.
    public static let yes = flag("--yes", "do it without asking")
  }

  let arguments: [Argument]

  /// A syntax of these.
  public init(_ arguments: Argument...) {
    self.arguments = arguments
  }

  /// A syntax of these, which several commands share.
  public init(_ arguments: [Argument]) {
    self.arguments = arguments
  }

  var words: [Argument] {
    arguments.filter { if case .word = $0.kind { true } else { false } }
  }

  func named(_ name: String) -> Argument? {
    arguments.first { $0.name == name && $0.name.hasPrefix("-") }
  }
}

extension CommandSyntax.Argument {
  /// As a usage line shows it.
  var usage: String {
    let shown =
      switch kind {
      case .option(let placeholder): "\(name) \(placeholder)"
      case .flag, .word: name
      }
    return (isRequired ? shown : "[\(shown)]") + (repeats ? "…" : "")
  }

  /// As the list of arguments shows it.
  var title: String {
    if case .option(let placeholder) = kind { "\(name) \(placeholder)" } else { name }
  }
}
