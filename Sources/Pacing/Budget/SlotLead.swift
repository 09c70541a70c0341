/// How much time a replica needs between asking for slots and using the first of them.
///
/// It learns from its own calls: a longer one counts at once, and is forgotten slowly. A slot nearer than this would have
/// passed when its replica learns of it, and where commits take long nobody would ever be let in.
public struct SlotLead: Sendable {
  /// Never less: the least that a call takes.
  public static let least: Microseconds = 2_000
  /// Never more: how far the database lets slots be moved.
  public static let most: Microseconds = 100_000
  private var longest: Microseconds = 0

  /// Nothing learned yet.
  public init() {}

  /// A call took this long, from asking to having the slots.
  public mutating func learn(_ took: Microseconds) {
    longest = max(took, longest - longest / 16)
  }

  /// What the next call should keep free: the longest of the last calls and a quarter more.
  public var needed: Microseconds { min(Self.most, max(Self.least, longest + longest / 4)) }
}
