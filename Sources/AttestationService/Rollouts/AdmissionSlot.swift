import Pacing

/// The slot that an installation is let in with.
///
/// Between the release of an answer and its way out a busy processor can put any time, and an answer that goes out late
/// brings its call into a second that is full. So it is looked at once more, right before it goes out.
public final class AdmissionSlot: Sendable {
  private let moment: Microseconds
  private let clock: DatabaseClock
  private let giveBack: @Sendable () -> Void

  init(moment: Microseconds, clock: DatabaseClock, giveBack: @escaping @Sendable () -> Void) {
    self.moment = moment
    self.clock = clock
    self.giveBack = giveBack
  }

  /// Whether the answer may go out now. If not, the budgets get the slot back and the installation is to ask again; it
  /// keeps its challenge. Asked once, by whoever sends the answer.
  public func isMet() -> Bool {
    guard let now = clock.now(), now - moment <= BudgetGrid.sendTolerance else {
      giveBack()
      return false
    }
    return true
  }
}

extension AdmissionSlot: Equatable {
  /// A slot says when an answer may go out, not what it says: two answers with the same words are the same.
  public static func == (one: AdmissionSlot, other: AdmissionSlot) -> Bool { true }
}
