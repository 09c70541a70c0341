/// Divides a team's pace among its rollouts, so that new users keep their part beside a recovery and nothing that
/// somebody waits for lies idle.
public enum RateDivision {
  /// What new users keep when they come, of one.
  public static let guaranteedToNewUsers = 0.2
  /// What a rollout without demand keeps, so that its next installation need not wait for an evaluation.
  public static let least = PaceRate(perSecond: 2)

  /// One rollout's claim.
  public struct Claim: Sendable, Hashable {
    /// What the rollout is for.
    public var kind: RolloutKind
    /// What it may have at most.
    public var ceiling: PaceRate
    /// What its waiting installations could use now.
    public var wanted: PaceRate

    /// A claim.
    public init(kind: RolloutKind, ceiling: PaceRate, wanted: PaceRate) {
      self.kind = kind
      self.ceiling = ceiling
      self.wanted = wanted
    }

    var most: Int64 { min(ceiling.milli, wanted.milli) }
  }

  /// The pace of each claim, in their order. The sum of what is above the least never exceeds the pace.
  public static func divide(_ pace: PaceRate, among claims: [Claim]) -> [PaceRate] {
    if claims.count == 1 { return [alone(claims[0], pace: pace)] }
    var granted = Array(repeating: Int64(0), count: claims.count)
    let guaranteed = Int64(Double(pace.milli) * guaranteedToNewUsers)
    var left = pace.milli
    func give(_ indices: [Int], upTo bound: Int64) {
      var waiting = indices.filter { claims[$0].most > granted[$0] }
      var bounded = min(left, bound)
      while bounded > 0, !waiting.isEmpty {
        let each = max(1, bounded / Int64(waiting.count))
        for index in waiting where bounded > 0 {
          let more = min(each, claims[index].most - granted[index], bounded)
          granted[index] += more
          bounded -= more
          left -= more
        }
        waiting.removeAll { claims[$0].most <= granted[$0] }
      }
    }
    let newUsers = claims.indices.filter { claims[$0].kind == .surge }
    give(newUsers, upTo: guaranteed)
    give(claims.indices.filter { claims[$0].kind != .surge }, upTo: left)
    give(newUsers, upTo: left)
    return share(left, granted, among: claims, pace: pace)
  }

  /// What nobody asks for lies ready for whoever comes next.
  private static func share(_ left: Int64, _ granted: [Int64], among claims: [Claim], pace: PaceRate) -> [PaceRate] {
    let each = left / Int64(max(1, claims.count))
    return zip(claims, granted).map { claim, given in
      PaceRate(milli: max(min(claim.ceiling.milli, given + each), min(claim.ceiling.milli, least.milli, pace.milli)))
    }
  }

  private static func alone(_ claim: Claim, pace: PaceRate) -> PaceRate { min(pace, claim.ceiling) }
}
