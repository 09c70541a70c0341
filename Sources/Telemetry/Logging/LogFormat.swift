/// How log lines look.
public enum LogFormat: String, Sendable, CaseIterable {
  /// One JSON object a line, for programs.
  case json
  /// One line of text, for people.
  case text

  /// A record as one line with its line break. Control characters are escaped, so that a value never makes a second
  /// line.
  public func line(_ record: LogRecord) -> [UInt8] {
    var line = LineWriter()
    switch self {
    case .json: writeJSON(record, to: &line)
    case .text: writeText(record, to: &line)
    }
    line.raw("\n")
    return line.bytes
  }

  private func writeJSON(_ record: LogRecord, to line: inout LineWriter) {
    line.raw(#"{"time":""#)
    line.raw(Timestamp.text(record.date))
    line.raw(#"","level":""#)
    line.raw(record.level.rawValue)
    line.raw(#"","label":"#)
    line.quoted(record.label)
    line.raw(#","message":"#)
    line.quoted(record.message)
    for entry in record.metadata.entries {
      line.raw(",")
      line.quoted(entry.key.name)
      line.raw(":")
      line.value(entry.value)
    }
    line.raw("}")
  }

  private func writeText(_ record: LogRecord, to line: inout LineWriter) {
    line.raw("\(Timestamp.text(record.date)) \(record.level.rawValue.uppercased()) [\(record.label)] ")
    line.escaped(record.message)
    for entry in record.metadata.entries {
      line.raw(" \(entry.key.name)=")
      if case .text(let text) = entry.value, !text.contains(" "), !text.contains("\""), !text.isEmpty {
        line.escaped(text)
      } else {
        line.value(entry.value)
      }
    }
  }
}
