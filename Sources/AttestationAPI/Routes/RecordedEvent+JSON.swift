import AttestationService
import EventStore

extension RecordedEvent {
  /// The event as the API shows it. A type that a newer program wrote has its number for a name.
  var json: JSONValue {
    get throws(Refusal) {
      var members = [
        JSONMember("cursor", .text(cursor.text)), JSONMember("type", .text(type?.name ?? "type_\(typeNumber)")),
        JSONMember("stream", .text(String(stream))), JSONMember("version", .integer(version)),
        JSONMember("at", .instant(at)), JSONMember("lab", .bool(isLab)),
      ]
      members.add("counter", counter.map(JSONValue.integer))
      members.add("subject", subject.map { .text(String($0)) })
      members.add("refusal", refusal.map(JSONValue.text))
      members.add("correlation_id", correlationID.map(JSONValue.text))
      if let data { members.append(JSONMember("data", try JSONReader.read(Array(data.utf8)))) }
      return .object(members)
    }
  }
}
