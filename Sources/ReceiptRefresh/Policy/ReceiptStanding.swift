import Foundation

/// What the store knows of one key's receipt when Apple is asked about it.
public struct ReceiptStanding: Sendable, Equatable {
  /// How far the stored receipt and metric can be relied on.
  public enum State: Int16, Sendable, CaseIterable {
    /// Asked about by the schedule.
    case current = 0
    /// Apple has no data for the device; the last receipt and metric are kept.
    case stale = 1
    /// Apple or the verifier refuses it; only a person brings it back.
    case quarantined = 2
    /// Field 21 has passed; Apple need not honour it any more.
    case expired = 3
    /// An answer that nobody has described; kept for a person.
    case held = 4
  }

  /// The key's number.
  public var subject: Int64
  /// How far the receipt can be relied on.
  public var state: State
  /// When the device last attested this key, as far as is known.
  public var attestedAt: Date
  /// Field 12 of the stored receipt.
  public var createdAt: Date
  /// Field 19 of the stored receipt; an `ATTEST` receipt has none.
  public var notBefore: Date?
  /// Field 21 of the stored receipt.
  public var expiresAt: Date
  /// Field 17 of the stored receipt; `nil` is "no metric", which is not zero.
  public var metric: Int?
  /// Failed attempts since the last answer that settled something.
  public var attempts: Int
  /// Questions put in the receipt's life; it also seeds the jitter.
  public var asked: Int

  /// The standing of a key's receipt.
  public init(
    subject: Int64, state: State = .current, attestedAt: Date, createdAt: Date, notBefore: Date? = nil,
    expiresAt: Date, metric: Int? = nil, attempts: Int = 0, asked: Int = 0
  ) {
    self.subject = subject
    self.state = state
    self.attestedAt = attestedAt
    self.createdAt = createdAt
    self.notBefore = notBefore
    self.expiresAt = expiresAt
    self.metric = metric
    self.attempts = attempts
    self.asked = asked
  }
}
