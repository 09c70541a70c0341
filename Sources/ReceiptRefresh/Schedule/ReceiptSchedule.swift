import Foundation

/// When a receipt is next worth asking about.
///
/// A device's metric moves in the days after an attestation and Apple forgets it after thirty, so the questions decay:
/// days 1, 2, 4, 7, 14, 21 and 29 after the attestation, then weekly. Field 19 (not before) and field 21 (expiration)
/// of the stored receipt are obeyed whatever the plan says.
public struct ReceiptSchedule: Sendable, Equatable {
  /// Days after the attestation on which a refresh falls due.
  public var decayDays: [Int]
  /// Seconds between refreshes once the days are used up, and between probes of a receipt without data.
  public var sparseInterval: TimeInterval
  /// Seconds over which due instants are spread, forwards only: jitter never makes a refresh early.
  public var jitterSpan: TimeInterval

  /// The schedule of the product; every value can be set.
  public init(
    decayDays: [Int] = [1, 2, 4, 7, 14, 21, 29], sparseInterval: TimeInterval = 7 * 86_400,
    jitterSpan: TimeInterval = 7_200
  ) {
    self.decayDays = decayDays
    self.sparseInterval = sparseInterval
    self.jitterSpan = jitterSpan
  }

  /// The first planned instant after `instant`, before fields 19 and 21 and jitter are looked at.
  public func plannedStep(after instant: Date, attestedAt: Date) -> Date {
    let age = instant.timeIntervalSince(attestedAt)
    if let day = decayDays.first(where: { Double($0) * 86_400 > age }) {
      return attestedAt.addingTimeInterval(Double(day) * 86_400)
    }
    let last = Double(decayDays.last ?? 0) * 86_400
    let periods = ((age - last) / sparseInterval).rounded(.down) + 1
    return attestedAt.addingTimeInterval(last + max(1, periods) * sparseInterval)
  }

  /// The next due instant of a receipt that Apple serves.
  public func nextDue(for standing: ReceiptStanding, at now: Date) -> Date {
    let step = plannedStep(after: now, attestedAt: standing.attestedAt)
    return settle(step, spread: jitterSpan, standing)
  }

  /// The next probe of a receipt for which Apple has no data.
  public func nextProbe(for standing: ReceiptStanding, at now: Date) -> Date {
    settle(now.addingTimeInterval(sparseInterval), spread: jitterSpan, standing)
  }

  /// The soonest allowed instant: for a key whose account shows signals, or whose device attested again.
  public func expedited(for standing: ReceiptStanding, at now: Date) -> Date {
    settle(now, spread: 60, standing)
  }

  /// Whether a new key of the same account is a reason to ask about this one at once: its device may have attested
  /// again, so a receipt that went silent, or is about to, can come back to life (forum thread 702845).
  public func newKeyWakes(_ standing: ReceiptStanding, at now: Date) -> Bool {
    let age = now.timeIntervalSince(standing.attestedAt)
    return standing.state == .stale || (standing.state == .current && age >= Double(decayDays.last ?? 0) * 86_400)
  }

  /// Moves an instant behind field 19, spreads it, and keeps it off the wrong side of field 21 where that is possible.
  func settle(_ instant: Date, spread: TimeInterval, _ standing: ReceiptStanding) -> Date {
    let opens = max(instant, standing.notBefore ?? .distantPast)
    let room = max(0, min(spread, standing.expiresAt.timeIntervalSince(opens) / 2))
    let fraction = Jitter.fraction(subject: standing.subject, occurrence: standing.asked)
    return opens.addingTimeInterval(room * fraction)
  }
}
