/// Which of the due receipts is asked about first; smaller is sooner.
public enum RefreshPriority: Int16, Sendable, CaseIterable {
  /// The metric rose, or the account shows other signals.
  case raised = 0
  /// The usual decaying schedule.
  case usual = 1
  /// Apple has no data for the device; one probe a week.
  case sparse = 2
}
