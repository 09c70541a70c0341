/// The kind of a refusal. The web edge has one status for each; nothing else maps to a status.
public enum RefusalCategory: String, Sendable, CaseIterable {
  /// The bytes are not what the interface asks for at all (not JSON, no such encoding).
  case malformed
  /// A well-formed request with a field that is missing, unknown or out of its range.
  case invalid
  case unauthenticated
  case forbidden
  case notFound
  case methodNotAllowed
  /// The proof was judged and refused.
  case refused
  /// Another request got there first.
  case conflict
  case expired
  case tooLarge
  case unsupportedMediaType
  /// A fault of ours that passes.
  case unavailable
  /// A fault of ours that nobody foresaw.
  case internalFault
}
