import Foundation

/// A refusal of the server, as problem details (RFC 9457) say it.
public struct ServerRefusal: Error, Sendable, Equatable {
  /// What the server advises.
  public enum Advice: String, Sendable {
    /// Sign again over a new challenge.
    case freshChallenge = "fresh_challenge"
    /// The key is sound; send the same again later.
    case retrySameKey = "retry_same_key"
    /// The key is of no use; make a new one.
    case newKey = "new_key"
    /// The server cannot now. Come back.
    case wait
    /// The request is malformed.
    case fixRequest = "fix_request"
    /// Do not try again.
    case stop
  }

  /// The HTTP status.
  public let status: Int
  /// The stable code, such as `counter_not_greater`.
  public let code: String
  /// The stage of the verification that refused.
  public let stage: String?
  /// What the server advises; nil when it said nothing that this library knows.
  public let advice: Advice?
  /// Seconds to wait, when the server named them.
  public let retryAfterSeconds: Double?
  /// What to quote to the operator of the server.
  public let correlationID: String?

  /// A refusal.
  public init(
    status: Int, code: String, stage: String? = nil, advice: Advice? = nil, retryAfterSeconds: Double? = nil,
    correlationID: String? = nil
  ) {
    self.status = status
    self.code = code
    self.stage = stage
    self.advice = advice
    self.retryAfterSeconds = retryAfterSeconds
    self.correlationID = correlationID
  }
}
