import OperatorCommands
import Testing

@Suite("Tables for people")
struct TextTableTests {
  @Test(
    "a name cannot command the terminal, break a row or turn the direction of writing",
    arguments: [
      ("\u{1B}[2Jgone", #"\u{1b}[2Jgone"#), ("one\ntwo", #"one\u{a}two"#), ("bell\u{7}", #"bell\u{7}"#),
      ("c1\u{9B}31m", #"c1\u{9b}31m"#), ("\u{202E}txt", #"\u{202e}txt"#), ("\u{2028}", #"\u{2028}"#),
      ("née 😀", "née 😀"),
    ])
  func hostileNames(name: String, shown: String) {
    var table = TextTable(["NAME", "STATE"])
    table.append([name, "active"])
    #expect(table.lines.count == 2)
    #expect(table.lines[1].hasPrefix(shown + "  "))
    #expect(table.lines[1].hasSuffix("active"))
  }
}
