/// An event to append.
public struct NewEvent: Sendable, Equatable {
  /// What happened.
  public let type: EventType
  /// The other entity concerned, or nil.
  public let subject: Int64?
  /// The code of a refusal, or nil.
  public let refusal: String?
  /// What the type needs beyond the columns, as JSON text, or nil.
  public let data: String?

  /// Describes an event.
  public init(_ type: EventType, subject: Int64? = nil, refusal: String? = nil, data: String? = nil) {
    self.type = type
    self.subject = subject
    self.refusal = refusal
    self.data = data
  }
}
