/// One rollout's way through the budgets: service, team, app, and its own line. All or nothing for each slot.
public struct BudgetHierarchy: Sendable {
  /// What this service may admit in total.
  public var service: SharedBudget
  /// What the apps of one Apple team share.
  public var team: SharedBudget
  /// What the rollouts of one app share.
  public var app: SharedBudget
  /// The rollout's own pace.
  public var line: PacedLine

  /// The budgets of one rollout.
  public init(service: SharedBudget, team: SharedBudget, app: SharedBudget, line: PacedLine) {
    self.service = service
    self.team = team
    self.app = app
    self.line = line
  }

  /// Takes up to `count` slots whose moments lie between `now` and `now + lookahead`, earliest first.
  public mutating func take(
    _ count: Int, now: Microseconds, lookahead: Microseconds = BudgetGrid.lookahead
  ) -> [Microseconds] {
    var moments: [Microseconds] = []
    take(count, now: now, lookahead: lookahead, into: &moments)
    return moments
  }

  /// Takes slots as above and appends their moments to a list that is already there.
  public mutating func take(
    _ count: Int, now: Microseconds, lookahead: Microseconds, into moments: inout [Microseconds]
  ) {
    let tolerance = tolerance
    guard count > 0, var moment = line.next(from: now, tolerance: tolerance) else { return }
    var left = count
    while left > 0, moment <= now + lookahead {
      let tick = moment / BudgetGrid.tick
      guard hasRoom(at: moment, tick: tick) else {
        moment = max(team.next(after: tick), app.next(after: tick)) * BudgetGrid.tick
        continue
      }
      use(moment, tick: tick)
      moments.append(moment)
      left -= 1
      guard let next = line.next(from: moment, tolerance: tolerance) else { return }
      moment = next
    }
  }

  /// Gives slots back that nobody will use.
  public mutating func refund(_ moments: [Microseconds], now: Microseconds) {
    for moment in moments {
      service.refund(moment)
      team.refund(moment)
      app.refund(moment)
    }
    line.refund(moments, now: now, tolerance: tolerance)
  }

  /// How unevenly the line may go. Below its budgets' pace evenness is all that holds its second; at their pace they
  /// hold it, and the line may catch up what was given back.
  private var tolerance: Microseconds {
    line.rate.milli >= 1000 * Int64(min(team.limit, app.limit)) ? BudgetGrid.catchUp : BudgetGrid.tick
  }

  @inline(__always)
  private func hasRoom(at moment: Microseconds, tick: Int64) -> Bool {
    team.hasRoom(at: moment, tick: tick) && app.hasRoom(at: moment, tick: tick)
      && service.hasRoom(at: moment, tick: tick) && line.daily.hasRoom(at: moment)
  }

  @inline(__always)
  private mutating func use(_ moment: Microseconds, tick: Int64) {
    service.use(moment, tick: tick)
    team.use(moment, tick: tick)
    app.use(moment, tick: tick)
    line.use(moment)
  }
}
