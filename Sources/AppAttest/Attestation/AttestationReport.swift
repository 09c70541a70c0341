/// What became of a verification, step by step, for people.
public struct AttestationReport: Sendable {
  /// Apple's steps in order.
  public let steps: [VerificationStep]
  /// The step that failed; nil when accepted.
  public let failedStep: String?
  /// The object as parsed, not verified; nil when it cannot be parsed.
  public let object: AttestationObject?
  /// The verdict.
  public let result: Result<VerifiedAttestation, AttestationRefusal>

  init(
    steps: StepRecorder<AttestationStep>, object: AttestationObject?,
    result: Result<VerifiedAttestation, AttestationRefusal>
  ) {
    (self.steps, failedStep) = (steps.steps, steps.failedStep)
    (self.object, self.result) = (object, result)
  }
}
