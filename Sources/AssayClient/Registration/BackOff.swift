import Foundation

/// The own back-off, for when the server names no moment: doubling from half a minute to an hour, spread by a quarter.
struct BackOff: Sendable {
  /// A number from 0 up to 1, drawn for each delay.
  let jitter: @Sendable () -> Double

  /// The delay after `postponements` earlier ones, in seconds.
  func seconds(after postponements: Int) -> Double {
    let base = min(3600, 30 * pow(2, Double(min(postponements, 10))))
    return base * (1 + jitter() / 4)
  }
}
