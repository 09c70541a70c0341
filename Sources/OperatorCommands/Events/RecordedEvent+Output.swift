import AttestationService
import EventStore

extension RecordedEvent {
  private var name: String { type?.name ?? "type_\(typeNumber)" }

  /// One line for people.
  var line: String {
    var words = [Timestamp.format(at), name, "stream \(stream)", "version \(version)"]
    if let refusal { words.append("refused: \(refusal)") }
    if let counter { words.append("counter \(counter)") }
    if isLab { words.append("LAB") }
    if let data { words.append(data) }
    return words.joined(separator: "  ")
  }

  var json: JSONValue {
    get throws {
      .object([
        ("cursor", .string(cursor.text)), ("type", .string(name)), ("stream", .string(String(stream))),
        ("version", .integer(version)), ("at", .instant(at)), ("lab", .bool(isLab)), ("counter", JSONValue(counter)),
        ("subject", JSONValue(subject.map { String($0) })), ("refusal", JSONValue(refusal)),
        ("correlation_id", JSONValue(correlationID)),
        ("data", try data.map { try JSONValue(text: Array($0.utf8)) } ?? .null),
      ])
    }
  }
}
