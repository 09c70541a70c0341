/// One step of a verification and what became of it.
public struct VerificationStep: Sendable, Equatable {
  /// What became of a step.
  public enum Outcome: String, Sendable {
    /// The step's rule holds.
    case passed
    /// The step's rule does not hold; the object is refused.
    case failed
    /// An earlier step failed.
    case notReached = "not_reached"
  }

  /// The step's stable name, in snake_case.
  public let name: String
  /// What became of it.
  public let outcome: Outcome
}

/// The steps of one kind of verification, in their order.
protocol StepSequence: RawRepresentable<String>, CaseIterable, Equatable, Sendable {}

/// Notes how far a verification came.
struct StepRecorder<Step: StepSequence> {
  private var passed: [Step] = []
  private var failed: Step?

  /// Runs a step and notes what became of it.
  mutating func run<Result, Refusal: Error>(
    _ step: Step, _ check: () throws(Refusal) -> Result
  ) throws(Refusal) -> Result {
    do {
      let result = try check()
      passed.append(step)
      return result
    } catch {
      failed = step
      throw error
    }
  }

  var steps: [VerificationStep] {
    Step.allCases.map { step in
      let outcome: VerificationStep.Outcome =
        step == failed ? .failed : passed.contains(step) ? .passed : .notReached
      return VerificationStep(name: step.rawValue, outcome: outcome)
    }
  }

  /// The name of the step that failed.
  var failedStep: String? { failed?.rawValue }
}
