/// A pace in thousandths of a request a second: exact, so that two programs that compute slots agree.
public struct PaceRate: Sendable, Hashable, Comparable, Codable {
  /// Thousandths of a request a second; never negative.
  public let milli: Int64

  /// A pace given in thousandths a second; negative values count as zero.
  public init(milli: Int64) { self.milli = min(max(0, milli), Self.greatest) }

  /// A pace given in requests a second.
  public init(perSecond: Double) { self.init(milli: Int64((perSecond * 1000).rounded())) }

  /// No requests at all.
  public static let zero = PaceRate(milli: 0)
  /// What Apple's guidance allows all installations of a team's apps together.
  public static let appleGuidance = PaceRate(milli: 100_000)
  private static let greatest: Int64 = 1_000_000_000

  /// Requests a second.
  public var perSecond: Double { Double(milli) / 1000 }

  /// The pace at which slots are laid out so that no sliding second ever holds more than this rate's count, although
  /// a slot may be used some milliseconds away from its moment (`BudgetGrid.margin`).
  ///
  /// With spacing T and displacement up to m, n slots meet in one second only if (n − 1)·T < 1 s + m; at the effective
  /// rate R/(1 + m) that makes n ≤ R.
  public var effective: PaceRate {
    PaceRate(milli: milli * Microseconds.second / (Microseconds.second + BudgetGrid.margin))
  }

  /// The distance between two slots at this pace, rounded up; nil when nothing may pass.
  public var spacing: Microseconds? { milli > 0 ? (1_000_000_000 + milli - 1) / milli : nil }

  /// The slower pace comes first.
  public static func < (left: PaceRate, right: PaceRate) -> Bool { left.milli < right.milli }
}

extension PaceRate {
  /// Reads thousandths a second.
  public init(from decoder: any Decoder) throws {
    self.init(milli: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes thousandths a second.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(milli)
  }
}
