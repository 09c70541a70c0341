public import Foundation
public import ReceiptRefresh

/// What follows from an attempt to deliver a message.
public struct DeliveryPolicy: Sendable, Equatable {
  /// What the receiver did.
  public enum Answer: Sendable, Equatable {
    /// It answered.
    case status(Int, retryAfter: TimeInterval?)
    /// No answer came; the code says why.
    case nothing(code: String)

    /// A short name for people.
    public var label: String {
      switch self {
      case .status(let status, _): "status_\(status)"
      case .nothing(let code): code
      }
    }

    /// Whether the message has arrived.
    public var isAccepted: Bool {
      if case .status(200...299, _) = self { true } else { false }
    }
  }

  /// What becomes of the message.
  public enum Outcome: Sendable, Equatable {
    /// It has arrived.
    case delivered
    /// It is sent again at an instant.
    case again(at: Date)
    /// It is given up until somebody replays it.
    case dead
  }

  /// Waits between attempts.
  public var backoff: RetryBackoff
  /// Attempts before a message is given up.
  public var attempts: Int
  /// Seconds after which a message is given up however often it was tried.
  public var lifetime: TimeInterval

  /// The policy of the product: sixteen attempts, the waits doubling from five seconds, for three days at most.
  public init(
    backoff: RetryBackoff = RetryBackoff(base: 5, ceiling: 86_400), attempts: Int = 16,
    lifetime: TimeInterval = 3 * 86_400
  ) {
    self.backoff = backoff
    self.attempts = attempts
    self.lifetime = lifetime
  }

  /// Decides about a message after an answer.
  public func decide(_ answer: Answer, for delivery: WebhookDelivery, at now: Date) -> Outcome {
    if answer.isAccepted { return .delivered }
    // 410 Gone: the receiver wants no more (as in Standard Webhooks).
    if case .status(410, _) = answer { return .dead }
    let attempt = delivery.attempts + 1
    guard attempt < attempts else { return .dead }
    return wait(atLeast: retryAfter(answer), backoff.delay(attempt: attempt, subject: delivery.id), delivery, now)
  }

  /// Decides about a message that is not tried because its receiver is being left alone until an instant.
  public func postpone(_ delivery: WebhookDelivery, until instant: Date, at now: Date) -> Outcome {
    wait(atLeast: instant.timeIntervalSince(now), 0, delivery, now)
  }

  private func wait(atLeast pause: TimeInterval, _ other: TimeInterval, _ delivery: WebhookDelivery, _ now: Date)
    -> Outcome
  {
    let again = now.addingTimeInterval(max(pause, other))
    return again.timeIntervalSince(delivery.createdAt) > lifetime ? .dead : .again(at: again)
  }

  private func retryAfter(_ answer: Answer) -> TimeInterval {
    if case .status(_, let seconds?) = answer { min(seconds, 86_400) } else { 0 }
  }
}
