/// Text that others chose, as it may stand on a terminal.
enum ShownText {
  /// The text with each character escaped that would move the cursor, colour the screen, break the line or turn the
  /// direction of writing: names come from apps, and apps from anybody.
  static func of(_ text: String) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      if isHarmful(scalar) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: scalar.properties.isBidiControl
    }
  }
}
