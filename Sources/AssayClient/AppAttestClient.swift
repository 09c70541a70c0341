import Foundation

/// Registers one key for each account on this device, and signs requests with it.
///
/// Callers may use one client from any number of tasks. Those who need the same registration share it.
public struct AppAttestClient: Sendable {
  /// How many signed requests of one key may be under way.
  public enum Pacing: Sendable {
    /// One, from the signature to the answer, so that counters arrive in their order.
    case oneAtATime
    /// Any number. A counter that was overtaken is refused with `fresh_challenge`, and the request is signed again.
    case concurrent
  }

  /// The account has no key that can sign.
  public struct NotRegistered: Error, Sendable, Equatable {
    /// How the registration ended.
    public let registration: Registration

    /// An account without a key.
    public init(registration: Registration) {
      self.registration = registration
    }
  }

  /// How often a request is signed again when the server asks for a fresh challenge.
  public static let freshChallengeLimit = 3

  private let desk: RegistrationDesk
  private let challenges: any ChallengeServer
  private let transport: any ClientTransport
  private let signer: RequestSigner
  private let pacing: Pacing
  private let turnstiles = Turnstiles()

  /// Composes a client.
  ///
  /// - Parameters:
  ///   - provider: Apple's service on the device, or a simulated one.
  ///   - server: where keys are registered.
  ///   - challenges: where challenges for signed requests come from.
  ///   - store: where the records of keys are kept.
  ///   - transport: carries the signed requests.
  ///   - digest: SHA-256; on Apple's systems `SHA256Digest.system`.
  ///   - headers: the names of the header fields that carry a proof.
  ///   - pacing: how many signed requests of one key may be under way.
  ///   - surroundings: the clock and chance.
  public init(
    provider: any AttestationProvider, server: any RegistrationServer, challenges: any ChallengeServer,
    store: any KeyStore, transport: any ClientTransport, digest: SHA256Digest, headers: ProofHeaders = ProofHeaders(),
    pacing: Pacing = .oneAtATime, surroundings: Surroundings = .system
  ) {
    desk = RegistrationDesk(
      provider: provider, server: server, store: store, digest: digest, surroundings: surroundings)
    self.challenges = challenges
    self.transport = transport
    signer = RequestSigner(provider: provider, digest: digest, headers: headers)
    self.pacing = pacing
  }

  /// Registers a key for the account unless one stands, and answers how that ended.
  ///
  /// Asks the server for admission before Apple is asked for anything. Throws what the network or the store throws; a
  /// refusal, a fault of the attestation service and a "not now" are answers. Best called away from any user flow.
  public func register(_ account: AccountID) async throws -> Registration {
    try await desk.registration(of: account)
  }

  /// Signs the request with the account's key, sends it, and answers the response, whatever its status.
  ///
  /// A refusal with `fresh_challenge` is answered with a new challenge and a new signature, at most
  /// ``freshChallengeLimit`` times. Nothing is ever sent without a proof. An error of the transport is thrown on: the server
  /// may have done what was asked, so only the app can tell whether to ask again.
  public func send(_ request: ProtectedRequest, account: AccountID) async throws -> ClientResponse {
    let registration = try await register(account)
    guard case .registered(let key) = registration else { throw NotRegistered(registration: registration) }
    guard pacing == .oneAtATime else { return try await exchange(request, key: key, account: account) }
    return try await turnstiles.turnstile(for: key.keyID).pass {
      try await exchange(request, key: key, account: account)
    }
  }

  /// Forgets the account's key, after the account was deleted or when a refused key is to be replaced.
  public func forget(_ account: AccountID) async throws {
    try await desk.forget(account)
  }

  private func exchange(
    _ request: ProtectedRequest, key: RegisteredKey, account: AccountID
  ) async throws -> ClientResponse {
    var response = try await attempt(request, key: key, account: account)
    for _ in 0..<Self.freshChallengeLimit where ServerRefusal(response)?.advice == .freshChallenge {
      response = try await attempt(request, key: key, account: account)
    }
    if let refusal = ServerRefusal(response), refusal.advice == .newKey {
      try await drop(key, of: account, because: refusal.code)
    }
    return response
  }

  private func attempt(
    _ request: ProtectedRequest, key: RegisteredKey, account: AccountID
  ) async throws -> ClientResponse {
    let challenge = try await challenges.challenge(operation: request.operation, account: account)
    return try await transport.send(try await sign(request, key: key, account: account, challenge: challenge))
  }

  private func sign(
    _ request: ProtectedRequest, key: RegisteredKey, account: AccountID, challenge: String
  ) async throws -> ClientRequest {
    do {
      return try await signer.sign(request.request, keyID: key.keyID, challenge: challenge)
    } catch {
      guard let fault = DeviceCheckFault(error) else { throw error }
      if [.dropKey, .unsupported].contains(fault.recovery(after: .generateAssertion)) {
        try await drop(key, of: account, because: fault.description)
      }
      throw fault
    }
  }

  private func drop(_ key: RegisteredKey, of account: AccountID, because reason: String) async throws {
    try await desk.drop(key.keyID, of: account, because: reason)
    await turnstiles.remove(key.keyID)
  }
}
