/// The device API as the place where keys are registered: the registration makes the account.
extension DeviceAPI: RegistrationServer {
  /// A challenge is the permission. A device that cannot attest is sent on without one.
  public func admission(_ question: AdmissionQuestion, account: AccountID) async throws -> AdmissionDecision {
    guard question.isSupported else { return .off }
    do {
      return .attest(try await challenge())
    } catch let refusal as ServerRefusal where refusal.advice == .wait {
      return .wait(seconds: refusal.retryAfterSeconds ?? 60)
    }
  }

  /// Makes the account; its token is the credential of the key.
  public func register(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer {
    do {
      return .registered(credential: try await createAccount(submission).token)
    } catch let refusal as ServerRefusal {
      return .refused(refusal)
    }
  }

  /// There is no question for the state of a key; the repeat of the submission is the question.
  public func reconcile(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer {
    try await register(submission, account: account)
  }
}
