import Foundation
import Pacing

/// Who changed a rollout, and why.
public struct RolloutAudit: Sendable {
  /// Who: an operator, a secret's name, the controller.
  public let by: String
  /// Why.
  public let reason: String?
  /// The request's, when it came over the API.
  public let correlationID: String?

  /// Names who and why.
  public init(by: String, reason: String?, correlationID: String? = nil) {
    self.by = by
    self.reason = reason
    self.correlationID = correlationID
  }

  private struct Entry: Encodable {
    let event: RolloutEvent
    let by: String
    let reason: String?

    enum CodingKeys: String, CodingKey {
      case by
      case reason
    }

    func encode(to encoder: any Encoder) throws {
      try event.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(by, forKey: .by)
      try container.encodeIfPresent(reason, forKey: .reason)
    }
  }

  /// The event's data with who and why beside it.
  func text(of event: RolloutEvent) throws -> String {
    let data = try JSONEncoder().encode(Entry(event: event, by: by, reason: reason))
    return String(decoding: data, as: UTF8.self)
  }
}
