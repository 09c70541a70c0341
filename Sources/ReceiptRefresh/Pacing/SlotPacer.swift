import Foundation

/// Gives out send instants at an even distance (GCRA with reservation and no burst).
///
/// A reserved instant is a promise: two requests are never closer than the interval, so any second holds at most
/// the rate.
public struct SlotPacer: Sendable, Equatable {
  private var nextFree: Date

  /// A pacer whose first slot is at once.
  public init(at now: Date) {
    nextFree = now
  }

  /// The instant of the next slot, without taking it.
  public func peek(at now: Date) -> Date {
    max(now, nextFree)
  }

  /// Takes a slot at the given instant, which must not lie before `peek`.
  public mutating func take(at slot: Date, perSecond: Double) {
    nextFree = slot.addingTimeInterval(1 / max(perSecond, .leastNonzeroMagnitude))
  }
}
