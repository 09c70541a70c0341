import OperatorCommands
import Testing

@Suite("Arguments agree with the syntax")
struct ParsedArgumentsTests {
  private let syntax = CommandSyntax(
    .option("--app-id", "ID", "the app", required: true), .option("--label", "TEXT", "a label", repeats: true), .json,
    .word("FILE", "the input"))

  @Test("options, flags and words come in any order, and after -- everything is a word")
  func order() throws {
    let parsed = try ParsedArguments(["--json", "a.bin", "--app-id", "x", "--label=1", "--label", "2"], syntax: syntax)
    #expect(parsed.flag("--json"))
    #expect(parsed.value("FILE") == "a.bin")
    #expect(parsed.value("--app-id") == "x")
    #expect(parsed.values("--label") == ["1", "2"])
    #expect(try ParsedArguments(["--app-id=x", "--", "--json"], syntax: syntax).value("FILE") == "--json")
    #expect(try ParsedArguments(["--app-id=x", "-"], syntax: syntax).value("FILE") == "-")
  }

  @Test(
    "a wrong call is refused",
    arguments: [
      ["a.bin"], ["--app-id", "x"], ["--app-id"], ["--app-id", "x", "--app-id", "y", "f"], ["--app-id=x", "a", "b"],
      ["--app-id=x", "--nonsense", "f"], ["--app-id=x", "--json=1", "f"],
    ])
  func refused(_ arguments: [String]) {
    #expect(throws: UsageError.self) { try ParsedArguments(arguments, syntax: syntax) }
  }

  @Test("numbers must be whole and in range")
  func numbers() throws {
    let syntax = CommandSyntax(.option("--n", "N", "a number"))
    #expect(try ParsedArguments(["--n", "7"], syntax: syntax).integer("--n", in: 0...9) == 7)
    #expect(throws: UsageError.self) {
      try ParsedArguments(["--n", "10"], syntax: syntax).integer("--n", in: 0...9)
    }
    #expect(throws: UsageError.self) {
      try ParsedArguments(["--n", "x"], syntax: syntax).integer("--n", in: 0...9)
    }
  }
}
