import Foundation

/// Where the counters of a run begin: above those of every earlier run, without a record of them.
enum CounterBase {
  private static let start = Date(timeIntervalSince1970: 1_767_225_600)
  /// Room for 32 assertions of one key in each second since 2026 began; the 32 bits last for four years.
  private static let perSecond = 32.0

  static func current(at instant: Date) -> UInt32 {
    UInt32(clamping: Int64(max(0, instant.timeIntervalSince(start)) * perSecond))
  }
}
