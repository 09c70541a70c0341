/// The commands of a program: finds the one that is called, and explains all of them.
public struct CommandRegistry: Sendable {
  let program: String
  let commands: [any Command.Type]

  /// A program of these commands, which help lists in this order.
  public init(program: String, commands: [any Command.Type]) {
    (self.program, self.commands) = (program, commands)
  }

  /// Runs the command that the arguments call (without the program's own name).
  public func run(_ arguments: [String], console: Console) async -> ExitStatus {
    if arguments.first == "help" || ["--help", "-h"].contains(arguments.first) {
      return help(Array(arguments.dropFirst()), console)
    }
    guard let command = command(for: arguments) else { return unknown(arguments, console) }
    let rest = Array(arguments.dropFirst(words(command).count))
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      console.write(page(command))
      return .success
    }
    return await run(command, rest, console)
  }

  private func run(_ command: any Command.Type, _ arguments: [String], _ console: Console) async -> ExitStatus {
    do {
      let parsed = try ParsedArguments(arguments, syntax: command.syntax)
      return try await command.init(parsed).run(console)
    } catch let error as UsageError {
      console.complain("\(program) \(command.name): \(error.problem)\n\(error.mend)")
      console.complain("Usage: \(usage(command))")
      return .usage
    } catch let error as UnreadableInput {
      console.complain("\(program) \(command.name): \(error.problem)")
      return .unreadable
    } catch {
      console.complain("\(program) \(command.name): \(error)")
      return .refused
    }
  }

  private func command(for arguments: [String]) -> (any Command.Type)? {
    commands.filter { arguments.starts(with: words($0)) }.max { words($0).count < words($1).count }
  }

  private func unknown(_ arguments: [String], _ console: Console) -> ExitStatus {
    guard let first = arguments.first else {
      console.complain(overview)
      return .usage
    }
    let family = commands.filter { words($0).first == first }
    if family.isEmpty {
      console.complain("\(program): there is no command \(first)\nSay `\(program) help` for a list.")
    } else {
      console.complain("\(program) \(first): say which one:")
      for command in family { console.complain("  \(program) \(command.name)  –  \(command.summary)") }
    }
    return .usage
  }

  private func help(_ topic: [String], _ console: Console) -> ExitStatus {
    if topic.isEmpty {
      console.write(overview)
      return .success
    }
    let found = commands.filter { words($0).starts(with: topic) }
    guard !found.isEmpty else { return unknown(topic, console) }
    console.write(found.map(page).joined(separator: "\n\n"))
    return .success
  }

  func words(_ command: any Command.Type) -> [String] {
    command.name.split(separator: " ").map(String.init)
  }
}
