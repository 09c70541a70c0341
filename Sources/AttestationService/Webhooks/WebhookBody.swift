import EventStore
import Foundation

/// The body of a webhook's message: the event as `GET /v1/events` shows it.
enum WebhookBody {
  static func text(of event: RecordedEvent) throws -> String {
    var members: [String: Any] = [
      "cursor": event.cursor.text, "type": event.type?.name ?? "type_\(event.typeNumber)",
      "stream": String(event.stream), "version": event.version, "at": Timestamp.format(event.at), "lab": event.isLab,
    ]
    members["counter"] = event.counter
    members["subject"] = event.subject.map { String($0) }
    members["refusal"] = event.refusal
    members["correlation_id"] = event.correlationID
    if let data = event.data { members["data"] = try JSONSerialization.jsonObject(with: Data(data.utf8)) }
    return try text(of: members)
  }

  static func test(_ id: String, at now: Date) throws -> String {
    try text(of: ["type": "webhook_test", "at": Timestamp.format(now), "data": ["webhook_id": id]])
  }

  private static func text(of members: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }
}
