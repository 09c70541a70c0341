import Pacing

/// Installations in cohorts: everybody with the same habit who opens on the same day of it.
///
/// Since membership is a hash, a share holds the same part of every cohort; so a cohort needs only its size and how
/// many of it are in, and a thousand million installations fit into a handful of numbers. On its day each opens in a
/// quarter of an hour drawn anew from the daily curve, and stays for that quarter.
struct Population: Sendable {
  private struct Cohort {
    let size: Double
    var admitted = 0.0
    /// How many were in when the day began: who is let in today opened today and does not come again.
    var admittedBefore = 0.0
    var admittedThisQuarter = 0.0
  }

  private let habits: [OpeningHabit]
  private var cohorts: [[Cohort]]
  private var present: [Int]
  private var weight = 0.0
  let size: Int64
  private(set) var admitted: Int64 = 0

  init(size: Int64, habits: [OpeningHabit]) {
    self.size = size
    self.habits = habits
    cohorts = habits.map { habit in
      (0..<habit.everyDays).map { _ in Cohort(size: Double(size) * habit.part / Double(habit.everyDays)) }
    }
    present = habits.map { _ in 0 }
  }

  /// Moves to a quarter of an hour, counted from the first midnight.
  mutating func enter(quarter: Int64) {
    let quarters = Int64(DailyCurve.quarters)
    weight = DailyCurve.weights[Int(quarter % quarters)]
    present = habits.map { Int(quarter / quarters % Int64($0.everyDays)) }
    for (habit, day) in present.enumerated() {
      cohorts[habit][day].admittedThisQuarter = 0
      if quarter % quarters == 0 { cohorts[habit][day].admittedBefore = cohorts[habit][day].admitted }
    }
  }

  private func waiting(_ cohort: Cohort, share: Share) -> Double {
    max(0, (cohort.size * share.fraction - cohort.admittedBefore) * weight - cohort.admittedThisQuarter)
  }

  /// Who is in the app now, belongs to the share and is not in yet.
  func waiting(share: Share) -> Double {
    var sum = 0.0
    for (habit, day) in present.enumerated() { sum += waiting(cohorts[habit][day], share: share) }
    return sum
  }

  /// What all who are in the app now together gain when the share grows by one.
  var presentSize: Double {
    present.enumerated().reduce(0) { $0 + cohorts[$1.offset][$1.element].size * weight }
  }

  /// Lets in this many of those in the app now, each cohort in proportion to its waiting part.
  mutating func admit(_ count: Int64, share: Share) {
    admitted += count
    let sum = waiting(share: share)
    guard sum > 0 else { return }
    let part = min(1, Double(count) / sum)
    for (habit, day) in present.enumerated() {
      let entering = waiting(cohorts[habit][day], share: share) * part
      cohorts[habit][day].admitted += entering
      cohorts[habit][day].admittedThisQuarter += entering
    }
  }

  /// Counts those of the share who are in the app as let in: what is left of them makes no whole installation.
  mutating func takeRest(share: Share) {
    for (habit, day) in present.enumerated() {
      let rest = waiting(cohorts[habit][day], share: share)
      cohorts[habit][day].admitted += rest
      cohorts[habit][day].admittedThisQuarter += rest
    }
  }

  /// Days until the slowest have opened once.
  var slowestHabit: Int { habits.map(\.everyDays).max() ?? 0 }

  /// How many are still missing.
  var missing: Int64 { size - admitted }
}
