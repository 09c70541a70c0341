import Foundation

/// The registration of one key, as a state machine: events in, the next deed out.
///
/// It holds no handle, no clock and no task. What must outlive the process stands in ``record``, which the driver keeps
/// before it does the next deed.
struct RegistrationMachine {
  /// What the driver does next.
  enum Deed: Equatable {
    case ask(AdmissionQuestion)
    case generateKey
    case attest(keyID: String, AttestationChallenge)
    case submit(RegistrationSubmission)
    case reconcile(RegistrationSubmission)
    case finish(Registration)
  }

  private(set) var record: KeyRecord?
  private(set) var lastError: String?
  private var isSupported: Bool
  private let backOff: BackOff
  private var admitted: AttestationChallenge?
  private var isPutOff = false
  private var hasReportedLoss = false
  private var hasRepeated = false

  init(record: KeyRecord?, isSupported: Bool, lastError: String?, backOff: BackOff) {
    self.record = record
    self.isSupported = isSupported
    self.lastError = lastError
    self.backOff = backOff
  }

  // MARK: Events

  /// The registration begins, or goes on after a crash.
  mutating func begin() -> Deed {
    guard let record else { return ask() }
    switch record.state {
    case .registered(let credential):
      return .finish(.registered(RegisteredKey(keyID: record.keyID, credential: credential)))
    case .refused(let code):
      return .finish(.refused(ServerRefusal(status: 403, code: code, advice: .stop)))
    case .attested:
      // The process may have died between the submission and its answer: ask before sending it again.
      return submission().map(Deed.reconcile) ?? ask()
    case .generated, .challenged:
      return ask()
    }
  }

  /// The server has answered the question.
  mutating func admissionDecided(_ decision: AdmissionDecision, at now: Date) -> Deed {
    guard isSupported else { return .finish(.unsupported) }
    switch decision {
    case .off: return .finish(.off)
    case .wait(let seconds): return .finish(.waiting(until: now + seconds))
    case .registered: return keyLost(at: now)
    case .attest(let challenge): return isPutOff ? postpone(at: now) : admitted(challenge, at: now)
    }
  }

  /// The question got no answer. Nil when there is nothing to do but to report the error.
  mutating func admissionLost(at now: Date) -> Deed? {
    isPutOff ? postpone(at: now) : nil
  }

  /// The device has made a key.
  mutating func keyGenerated(_ keyID: String) -> Deed {
    record = KeyRecord(keyID: keyID)
    return attest()
  }

  /// Apple has attested the key.
  mutating func keyAttested(_ object: Data, submissionID: String) -> Deed {
    guard case .challenged(let challenge)? = record?.state else { return ask() }
    record?.state = .attested(challenge, object: object, submissionID: submissionID)
    return submission().map(Deed.submit) ?? ask()
  }

  /// The attestation service failed.
  mutating func attestationFailed(_ fault: DeviceCheckFault, during operation: DeviceCheckFault.Operation) -> Deed {
    lastError = fault.description
    switch fault.recovery(after: operation) {
    case .keepKeyAndHash:
      isPutOff = true
      return ask()
    case .unsupported:
      record = nil
      isSupported = false
      return ask()
    case .dropKey:
      record = nil
      return .finish(.failed(fault))
    case .tryLater:
      return .finish(.failed(fault))
    }
  }

  /// The server has answered the submission, or the question what became of it.
  mutating func answered(_ answer: RegistrationAnswer, at now: Date) -> Deed {
    switch answer {
    case .registered(let credential): return confirmed(credential)
    case .unknown: return repeatSubmission(at: now)
    case .refused(let refusal): return refused(refusal, at: now)
    }
  }

  /// The submission went out and nothing came back: the server may have the key.
  mutating func submissionLost(at now: Date) -> Deed {
    submission().map(Deed.reconcile) ?? postpone(at: now)
  }

  /// Nor was there an answer to the question what became of it.
  mutating func reconciliationLost(at now: Date) -> Deed {
    postpone(at: now)
  }

  // MARK: Decisions

  private func ask() -> Deed {
    .ask(AdmissionQuestion(isSupported: isSupported, lastError: lastError))
  }

  private mutating func admitted(_ challenge: AttestationChallenge, at now: Date) -> Deed {
    guard challenge.clientData != nil else {
      return .finish(.refused(ServerRefusal(status: 200, code: "challenge_not_base64", advice: .fixRequest)))
    }
    admitted = challenge
    // Apple counts an attestation of the same key over the same hash as one: the kept challenge goes first while it lives.
    if case .challenged(let kept)? = record?.state, kept.expiresAt > now { admitted = kept }
    return record == nil ? .generateKey : attest()
  }

  private mutating func attest() -> Deed {
    guard let record, let admitted else { return ask() }
    self.record?.state = .challenged(admitted)
    return .attest(keyID: record.keyID, admitted)
  }

  private mutating func keyLost(at now: Date) -> Deed {
    if hasReportedLoss { return postpone(at: now) }
    hasReportedLoss = true
    lastError = "key_lost"
    return ask()
  }

  private mutating func confirmed(_ credential: String?) -> Deed {
    guard let keyID = record?.keyID else { return ask() }
    record = KeyRecord(keyID: keyID, state: .registered(credential: credential))
    lastError = nil
    return .finish(.registered(RegisteredKey(keyID: keyID, credential: credential)))
  }

  private mutating func repeatSubmission(at now: Date) -> Deed {
    guard !hasRepeated, let submission = submission() else { return postpone(at: now) }
    hasRepeated = true
    return .submit(submission)
  }

  private mutating func refused(_ refusal: ServerRefusal, at now: Date) -> Deed {
    switch refusal.advice {
    case .retrySameKey, .wait:
      return postpone(at: now, seconds: refusal.retryAfterSeconds)
    case .freshChallenge, .newKey:
      // An attested key cannot be attested again, so a new challenge needs a new key as well.
      record = nil
    case .stop:
      record?.state = .refused(code: refusal.code)
    case .fixRequest, nil:
      break
    }
    return .finish(.refused(refusal))
  }

  private mutating func postpone(at now: Date, seconds: Double? = nil) -> Deed {
    let delay = seconds ?? backOff.seconds(after: record?.postponements ?? 0)
    record?.postponements += 1
    return .finish(.waiting(until: now + delay))
  }

  private func submission() -> RegistrationSubmission? {
    guard let record, case .attested(let challenge, let object, let submissionID) = record.state else { return nil }
    return RegistrationSubmission(
      keyID: record.keyID, challenge: challenge, object: object, submissionID: submissionID)
  }
}
