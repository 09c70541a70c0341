extension CommandRegistry {
  /// All commands, one line each.
  var overview: String {
    let width = commands.map { $0.name.count }.max() ?? 0
    let lines = commands.map { "  \(program) \(CommandRegistry.padded($0.name, width))  \($0.summary)" }
    return """
      Usage: \(program) COMMAND …

      \(lines.joined(separator: "\n"))

      `\(program) help COMMAND` explains one of them.
      Exit status: 0 done or accepted, 1 refused or failed, 2 called wrongly, 3 an input cannot be read.
      """
  }

  /// One command, explained.
  func page(_ command: any Command.Type) -> String {
    let arguments = command.syntax.arguments
    let width = arguments.map(\.title.count).max() ?? 0
    let lines = arguments.map { "  \(CommandRegistry.padded($0.title, width))  \($0.help)" }
    let list = lines.isEmpty ? "" : "\n\n" + lines.joined(separator: "\n")
    return "\(program) \(command.name): \(command.summary)\n\nUsage: \(usage(command))\(list)"
  }

  /// A command's usage, wrapped under itself.
  func usage(_ command: any Command.Type) -> String {
    let start = "\(program) \(command.name)"
    let indent = String(repeating: " ", count: start.count + 8)
    var (lines, line) = ([String](), start)
    for word in command.syntax.arguments.map(\.usage) {
      if line.count + word.count > 100 {
        lines.append(line)
        line = indent + word
      } else {
        line += " " + word
      }
    }
    return (lines + [line]).joined(separator: "\n")
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
