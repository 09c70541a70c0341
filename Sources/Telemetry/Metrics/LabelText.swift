/// Labels with their values, escaped for the text exposition.
struct LabelText {
  let names: [String]
  let values: [String]

  func text(adding extra: (name: String, value: String)? = nil) -> String {
    var pairs = zip(names, values).map { #"\#($0)="\#(Self.escaped($1))""# }
    if let extra { pairs.append(#"\#(extra.name)="\#(extra.value)""#) }
    return pairs.isEmpty ? "" : "{\(pairs.joined(separator: ","))}"
  }

  /// Backslash, quote and line feed are escaped in a label's value; in a help text only backslash and line feed.
  static func escaped(_ text: String, isHelp: Bool = false) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where !isHelp: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
