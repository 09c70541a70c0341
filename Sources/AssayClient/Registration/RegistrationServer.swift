/// The side that admits and registers keys: the tenant's own backend, or the device API.
///
/// A method that throws leaves its outcome unknown, as a timeout does. A refusal is an answer, not an error.
public protocol RegistrationServer: Sendable {
  /// Asks whether to attest now.
  func admission(_ question: AdmissionQuestion, account: AccountID) async throws -> AdmissionDecision
  /// Registers an attested key.
  func register(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer
  /// Asks what became of a submission whose answer never arrived.
  func reconcile(_ submission: RegistrationSubmission, account: AccountID) async throws -> RegistrationAnswer
}

/// The side that hands out challenges for signed requests.
public protocol ChallengeServer: Sendable {
  /// A fresh challenge, bound to the account and the operation.
  func challenge(operation: String, account: AccountID) async throws -> String
}
