/// An instant of the deciding clock, in microseconds since 1970, or a span of it.
///
/// In production the deciding clock is the database's; in the simulation it is virtual.
public typealias Microseconds = Int64

extension Microseconds {
  /// One second.
  public static let second: Microseconds = 1_000_000
  /// One day of 86 400 seconds.
  public static let day: Microseconds = 86_400_000_000

  /// A span given in seconds.
  public static func seconds(_ seconds: Double) -> Microseconds { Microseconds((seconds * 1e6).rounded()) }

  /// This span in seconds.
  public var inSeconds: Double { Double(self) / 1e6 }
}
