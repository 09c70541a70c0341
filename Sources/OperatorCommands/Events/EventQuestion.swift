import EventStore

/// Which events are asked for.
struct EventQuestion: Sendable {
  let after: FeedCursor
  let type: EventType?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let cursor = arguments.value("--after")
    guard let after = cursor.map(FeedCursor.init(text:)) ?? .start else {
      throw UsageError("--after is not a cursor of the feed", mend: "Give a cursor as an event shows it.")
    }
    let name = arguments.value("--type")
    type = name.flatMap(EventType.init(name:))
    guard name == nil || type != nil else {
      throw UsageError(
        "--type is not a type of events", mend: "Give one of: \(EventType.allCases.map(\.name).joined(separator: ", ")).")
    }
    self.after = after
  }
}
