import Foundation

/// What is to be done with one answer: everything the worker writes, decided before anything is written.
public struct RefreshDecision: Sendable, Equatable {
  /// When the receipt is looked at again.
  public enum Next: Sendable, Equatable {
    /// The question is settled; the next one falls due at an instant.
    case due(Date)
    /// The same question again at an instant; it stays due since it fell due.
    case retry(Date)
    /// Not before a person or a new key of the account asks for it.
    case never
  }

  /// What an answer says about the credential or the host that gave it.
  public enum Health: Sendable, Equatable {
    /// It works.
    case works
    /// It failed.
    case fails
    /// The answer tells nothing.
    case silent
  }

  /// What an answer says about the rate.
  public enum Pressure: Sendable, Equatable {
    /// An answer came at this rate.
    case carried
    /// Too fast; Apple may say for how long to stay away.
    case throttled(retryAfter: TimeInterval?)
    /// Nothing learned.
    case none
  }

  /// The standing to store.
  public var standing: ReceiptStanding
  /// True when the answer's receipt replaces the stored one, if it is still newer when written.
  public var replacesReceipt: Bool
  /// When to look again.
  public var next: Next
  /// How soon among the due ones.
  public var priority: RefreshPriority
  /// What the key's stream gains.
  public var events: [RefreshEvent]
  /// What it says of the team's credential.
  public var credential: Health
  /// What it says of Apple's host.
  public var host: Health
  /// What it says of the rate.
  public var pressure: Pressure

  init(
    _ standing: ReceiptStanding, next: Next, priority: RefreshPriority = .usual, replaces: Bool = false,
    events: [RefreshEvent] = [], credential: Health = .works, host: Health = .works, pressure: Pressure = .carried
  ) {
    self.standing = standing
    self.replacesReceipt = replaces
    self.next = next
    self.priority = priority
    self.events = events
    self.credential = credential
    self.host = host
    self.pressure = pressure
  }
}
