/// A time in which a rollout does not admit: a holiday, a sale, somebody else's migration.
public struct ChangeFreeze: Sendable, Hashable, Codable {
  /// The first instant of the freeze.
  public var from: Microseconds
  /// The instant at which it ends.
  public var until: Microseconds

  /// A freeze between two instants.
  public init(from: Microseconds, until: Microseconds) {
    self.from = from
    self.until = until
  }

  /// Whether the freeze holds at the instant.
  public func holds(at instant: Microseconds) -> Bool { instant >= from && instant < until }
}
