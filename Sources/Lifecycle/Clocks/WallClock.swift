public import Foundation

/// The time of day, as an argument: whoever needs it is given a clock.
public protocol WallClock: Sendable {
  /// The present instant.
  func now() -> Date
}

/// The system's clock.
public struct SystemWallClock: WallClock {
  /// The system's clock.
  public init() {}
  /// The present instant.
  public func now() -> Date { Date() }
}

/// Another clock, moved by a fixed amount: a host whose clock is wrong.
public struct OffsetWallClock: WallClock {
  private let base: any WallClock
  private let offset: TimeInterval

  /// `base`, moved by `offset` seconds; a negative offset makes it slow.
  public init(_ base: any WallClock = SystemWallClock(), offset: TimeInterval) {
    self.base = base
    self.offset = offset
  }

  /// The instant that this clock shows.
  public func now() -> Date { base.now().addingTimeInterval(offset) }
}
