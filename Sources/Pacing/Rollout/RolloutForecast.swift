/// What a ramp will do if everything goes well: reckoned by minutes from the plan alone, with demand at every minute.
public struct RolloutForecast: Sendable {
  /// One line of the forecast.
  public struct Row: Sendable {
    /// Days since the start.
    public let day: Double
    /// The share that is let in, of one.
    public let share: Double
    /// Installations let in by then.
    public let admitted: Int64
  }

  /// Days until everybody is in; nil when the plan never comes to it, or has no population.
  public private(set) var days: Double?
  /// The most requests in any second.
  public let peakPerSecond: Int
  /// The most installations in a day.
  public let dailyLimit: Int64
  /// Some twenty lines from start to end.
  public private(set) var rows: [Row] = []

  private static let longestMinutes = 1440 * 3660

  /// Reckons a plan that starts at `start`, with a day's budget.
  public init(_ definition: RolloutDefinition, start: Microseconds = 0, dailyLimit: Int64 = 8_640_000) {
    self.dailyLimit = dailyLimit
    peakPerSecond = Int(definition.plannedRate.perSecond.rounded(.up))
    guard let population = definition.population else { return }
    walk(definition, population: Double(population), start: start)
  }

  private mutating func walk(_ definition: RolloutDefinition, population: Double, start: Microseconds) {
    var progress = RampProgress(shape: definition.ramp.shape, population: Int64(population))
    var (admitted, today, minute) = (0.0, 0.0, 0)
    var all: [Row] = []
    while admitted < population, minute < Self.longestMinutes {
      let now = start + Microseconds(minute) * 60 * .second
      if now % .day < 60 * .second { today = 0 }
      if definition.ramp.isOpen(at: now) {
        let room = population * progress.share.fraction - admitted
        let entering = min(definition.plannedRate.effective.perSecond * 60, Double(dailyLimit) - today, room)
        admitted += max(0, entering)
        today += max(0, entering)
        progress.advance(by: 60 * .second, shape: definition.ramp.shape, demandIsShort: room < 1)
        if progress.waitsForPerson { _ = progress.openNextStep(shape: definition.ramp.shape) }
      }
      minute += 1
      if minute % 10 == 0 || admitted >= population {
        all.append(Row(day: Double(minute) / 1440, share: progress.share.fraction, admitted: Int64(admitted)))
      }
    }
    days = admitted >= population ? Double(minute) / 1440 : nil
    rows = Self.thin(all)
  }

  private static func thin(_ rows: [Row]) -> [Row] {
    guard rows.count > 20 else { return rows }
    return (1...20).map { rows[$0 * rows.count / 20 - 1] }
  }
}
