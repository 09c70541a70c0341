import AttestationService

extension Console {
  /// Shows which live replicas have put a change in force, and whether all have.
  func shows(_ confirmations: [RolloutAdministration.Confirmation]) -> ExitStatus {
    if confirmations.isEmpty {
      complain("  No replica serves this tenant now; whichever does next will read the change first.")
    }
    for confirmation in confirmations { complain(confirmation.line) }
    return confirmations.allSatisfy { $0.seconds != nil } ? .success : .refused
  }
}
