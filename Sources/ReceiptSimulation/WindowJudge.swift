import Foundation
import ReceiptRefresh

/// Looks back at one key and counts the windows in which Apple would have served it.
///
/// A window opens where the schedule plans a refresh and closes where it plans the next one. It counts when Apple
/// serves the device for at least a day inside it; it is met by a newer receipt stored while Apple served. A device
/// that attests again after it had gone silent opens a window of a day of its own.
struct WindowJudge {
  let schedule: ReceiptSchedule
  let end: Date

  struct Verdict {
    var met = 0
    var missed = 0
  }

  /// - Parameters:
  ///   - bases: the instants from which the key's days were counted, each with the instant since which it held.
  ///   - attestations: of the device, in order.
  ///   - successes: when newer receipts were stored, in order.
  func judge(bases: [(base: Date, since: Date)], attestations: [Date], successes: [Date]) -> Verdict {
    var verdict = Verdict()
    for (index, entry) in bases.enumerated() {
      let until = index + 1 < bases.count ? bases[index + 1].since : end
      var opens = schedule.plannedStep(after: entry.since, attestedAt: entry.base)
      while opens < until {
        let closes = schedule.plannedStep(after: opens, attestedAt: entry.base)
        if closes <= until { count(opens, closes, attestations, successes, &verdict) }
        opens = closes
      }
    }
    for (before, again) in zip(attestations, attestations.dropFirst())
    where again.timeIntervalSince(before) > ModelApple.memory && bases.first.map({ $0.since < again }) == true {
      count(again, again.addingTimeInterval(86_400), attestations, successes, &verdict)
    }
    return verdict
  }

  private func count(_ opens: Date, _ closes: Date, _ attestations: [Date], _ successes: [Date], _ sum: inout Verdict) {
    guard closes <= end, let served = service(opens, closes, attestations) else { return }
    if successes.contains(where: { $0 >= served.0 && $0 < served.1 }) {
      sum.met += 1
    } else {
      sum.missed += 1
    }
  }

  /// The first stretch of at least a day inside the window in which Apple remembers the device.
  private func service(_ opens: Date, _ closes: Date, _ attestations: [Date]) -> (Date, Date)? {
    var stretch: (Date, Date)?
    for attested in attestations {
      let forgets = attested.addingTimeInterval(ModelApple.memory)
      if let current = stretch, attested <= current.1 {
        stretch = (current.0, max(current.1, forgets))
      } else if let current = stretch, clip(current, opens, closes) != nil {
        break
      } else {
        stretch = (attested, forgets)
      }
    }
    return stretch.flatMap { clip($0, opens, closes) }
  }

  private func clip(_ stretch: (Date, Date), _ opens: Date, _ closes: Date) -> (Date, Date)? {
    let from = max(stretch.0, opens)
    let to = min(stretch.1, closes)
    return to.timeIntervalSince(from) >= 86_400 - 1 ? (from, to) : nil
  }
}
