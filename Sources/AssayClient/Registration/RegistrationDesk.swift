import Foundation

/// Registers keys: at most one registration in flight for each account, however many callers want it.
actor RegistrationDesk {
  private let provider: any AttestationProvider
  private let server: any RegistrationServer
  private let store: any KeyStore
  private let digest: SHA256Digest
  private let surroundings: Surroundings

  private var inFlight: [AccountID: Task<Registration, any Error>] = [:]
  private var lastErrors: [AccountID: String] = [:]
  private var putOffUntil: [AccountID: Date] = [:]

  init(
    provider: any AttestationProvider, server: any RegistrationServer, store: any KeyStore, digest: SHA256Digest,
    surroundings: Surroundings
  ) {
    self.provider = provider
    self.server = server
    self.store = store
    self.digest = digest
    self.surroundings = surroundings
  }

  /// The registration of the account: the one in flight, or a new one.
  func registration(of account: AccountID) async throws -> Registration {
    // The task stands here before anything is awaited. An actor runs other calls while one is suspended, so a check that
    // is followed by an await would let a second registration start.
    if let task = inFlight[account] { return try await task.value }
    let task = Task {
      defer { inFlight[account] = nil }
      return try await run(account)
    }
    inFlight[account] = task
    return try await task.value
  }

  /// Forgets the account's key. A registration in flight ends first.
  func forget(_ account: AccountID) async throws {
    while let task = inFlight[account] { _ = try? await task.value }
    putOffUntil[account] = nil
    try await store.remove(account)
  }

  /// Forgets the account's key if it is still this one.
  func drop(_ keyID: String, of account: AccountID, because reason: String) async throws {
    lastErrors[account] = reason
    guard try await store.record(for: account)?.keyID == keyID else { return }
    try await store.remove(account)
  }

  private func run(_ account: AccountID) async throws -> Registration {
    if let until = putOffUntil[account], surroundings.now() < until { return .waiting(until: until) }
    var kept = try await store.record(for: account)
    var machine = RegistrationMachine(
      record: kept, isSupported: await provider.isSupported, lastError: lastErrors[account],
      backOff: BackOff(jitter: surroundings.jitter))
    var deed = machine.begin()
    while true {
      if machine.record != kept {
        try await keep(machine.record, for: account)
        kept = machine.record
      }
      if case .finish(let registration) = deed {
        note(registration, machine.lastError, for: account)
        return registration
      }
      deed = try await perform(deed, for: account, on: &machine)
    }
  }

  private func keep(_ record: KeyRecord?, for account: AccountID) async throws {
    if let record {
      try await store.save(record, for: account)
    } else {
      try await store.remove(account)
    }
  }

  private func note(_ registration: Registration, _ lastError: String?, for account: AccountID) {
    lastErrors[account] = lastError
    if case .waiting(let until) = registration {
      putOffUntil[account] = until
    } else {
      putOffUntil[account] = nil
    }
  }

  private func perform(
    _ deed: RegistrationMachine.Deed, for account: AccountID, on machine: inout RegistrationMachine
  ) async throws -> RegistrationMachine.Deed {
    switch deed {
    case .ask(let question): try await ask(question, account, &machine)
    case .generateKey: try await generateKey(&machine)
    case .attest(let keyID, let challenge): try await attest(keyID, challenge, &machine)
    case .submit(let submission): await submit(submission, account, &machine)
    case .reconcile(let submission): await reconcile(submission, account, &machine)
    case .finish: deed
    }
  }

  private func ask(
    _ question: AdmissionQuestion, _ account: AccountID, _ machine: inout RegistrationMachine
  ) async throws -> RegistrationMachine.Deed {
    do {
      let decision = try await server.admission(question, account: account)
      return machine.admissionDecided(decision, at: surroundings.now())
    } catch {
      guard let deed = machine.admissionLost(at: surroundings.now()) else { throw error }
      return deed
    }
  }

  private func generateKey(_ machine: inout RegistrationMachine) async throws -> RegistrationMachine.Deed {
    do {
      return machine.keyGenerated(try await provider.generateKey())
    } catch {
      guard let fault = DeviceCheckFault(error) else { throw error }
      return machine.attestationFailed(fault, during: .generateKey)
    }
  }

  private func attest(
    _ keyID: String, _ challenge: AttestationChallenge, _ machine: inout RegistrationMachine
  ) async throws -> RegistrationMachine.Deed {
    do {
      let hash = digest.hash(challenge.clientData ?? Data())
      let object = try await provider.attestKey(keyID, clientDataHash: hash)
      return machine.keyAttested(object, submissionID: surroundings.submissionID())
    } catch {
      guard let fault = DeviceCheckFault(error) else { throw error }
      return machine.attestationFailed(fault, during: .attestKey)
    }
  }

  private func submit(
    _ submission: RegistrationSubmission, _ account: AccountID, _ machine: inout RegistrationMachine
  ) async -> RegistrationMachine.Deed {
    guard let answer = try? await server.register(submission, account: account) else {
      return machine.submissionLost(at: surroundings.now())
    }
    return machine.answered(answer, at: surroundings.now())
  }

  private func reconcile(
    _ submission: RegistrationSubmission, _ account: AccountID, _ machine: inout RegistrationMachine
  ) async -> RegistrationMachine.Deed {
    guard let answer = try? await server.reconcile(submission, account: account) else {
      return machine.reconciliationLost(at: surroundings.now())
    }
    return machine.answered(answer, at: surroundings.now())
  }
}
