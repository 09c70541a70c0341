import AppAttest
import Cryptography
public import Foundation
import Timing

/// The use cases of the device API: a challenge, an account for an attested key, and what its token opens.
public final class DeviceAccounts: Sendable {
  /// The life of a challenge, in seconds: the contract's.
  public static let challengeSeconds = 300
  /// An attestation challenge of the device API belongs to no account: there is none yet.
  static let noAccount = ""

  private struct Place: Hashable, Sendable {
    let tenant: Int64
    let app: Int64
  }

  private let apps: AppDirectory
  private let settings: LoadingCache<Place, DeviceSettingsStore.Found>
  private let store: DeviceAccountStore
  private let issuer: ChallengeIssuer
  private let claims: DeviceChallengeClaims
  private let judge: DeviceAttestationJudge
  private let threads: VerificationThreads

  init(
    apps: AppDirectory, settings: DeviceSettingsStore, store: DeviceAccountStore, issuer: ChallengeIssuer,
    claims: DeviceChallengeClaims, judge: DeviceAttestationJudge, threads: VerificationThreads
  ) {
    self.apps = apps
    self.settings = LoadingCache(capacity: 4_096, lifetime: .seconds(1)) { place in
      try await settings.find(tenant: place.tenant, app: place.app)
    }
    self.store = store
    self.issuer = issuer
    self.claims = claims
    self.judge = judge
    self.threads = threads
  }

  /// The settings of a site's app, at most a second old. Throws `Refusal` when the app is gone or its tenant suspended.
  public func settings(of site: DeviceSite) async throws -> DeviceSettings {
    guard let found = try await settings.value(for: Place(tenant: site.tenant, app: site.app)) else {
      throw Refusal.unknownApp
    }
    if found.isSuspended { throw Refusal.tenantSuspended }
    return found.settings
  }

  /// A challenge to attest a key over, as text.
  public func challenge(site: DeviceSite, deadline: Uptime) async throws -> String {
    let app = try await apps.get(tenant: site.tenant, site.appID)
    let issued = try await issuer.issue(
      ChallengeRequest(
        tenant: site.tenant, app: app, purpose: .attestation, account: Self.noAccount, operation: "",
        lifetimeSeconds: Self.challengeSeconds, deadline: deadline))
    return Base64.encode(issued.bytes)
  }

  /// A request for an account.
  public struct Request: Sendable {
    /// The attestation, if one was sent.
    public let attestation: DeviceAttestation?
    /// The header `Idempotency-Key`.
    public let idempotencyKey: String?
    /// When the request arrived: the instant of verification.
    public let receivedAt: Date
    /// What ties logs and events together.
    public let correlationID: String

    /// Collects the request.
    public init(attestation: DeviceAttestation?, idempotencyKey: String?, receivedAt: Date, correlationID: String) {
      self.attestation = attestation
      self.idempotencyKey = idempotencyKey
      self.receivedAt = receivedAt
      self.correlationID = correlationID
    }
  }

  /// Makes an account and its token; an attestation is looked at only where the check is on. Throws `Refusal`.
  public func create(
    _ request: Request, site: DeviceSite, settings: DeviceSettings
  ) async throws -> (account: DeviceAccount, token: String) {
    let attestation = settings.attestation == nil ? nil : request.attestation
    let name = DeviceSubmissionName(
      app: site.app, attestation: attestation, idempotencyKey: request.idempotencyKey)
    var judged: JudgedAttestation?
    if let rule = settings.attestation {
      guard let attestation else { throw Refusal.attestationRequired }
      judged = try await verify(attestation, rule, request, site, claim: name.claim)
    }
    let numbers = try await store.numbers(tenant: site.tenant)
    let token = DeviceToken.make(number: numbers.token)
    let creation = try await store.create(
      site: site, account: numbers.account, token: token, judged: judged, name: name,
      correlationID: request.correlationID)
    switch creation {
    case .created(let account): return (account, token.text)
    case .repeated(let account, let sealed): return (account, try name.open(sealed))
    case .keyTaken: throw try await refused("key_already_registered", .key, request, site, isLab: judged?.isLab)
    case .accountDeleted: throw Refusal.attestationInvalid(.challenge)
    }
  }

  /// The account of a token. Throws `Refusal.tokenInvalid`.
  public func account(site: DeviceSite, token: DeviceToken) async throws -> DeviceAccount {
    guard let account = try await store.account(site: site, token: token) else { throw Refusal.tokenInvalid }
    return account
  }

  /// Deletes an account: its tokens end and its key is free. Throws `Refusal.tokenInvalid` when it is gone already.
  public func delete(_ account: DeviceAccount, site: DeviceSite, correlationID: String) async throws {
    guard try await store.delete(site: site, account: account.number, correlationID: correlationID) else {
      throw Refusal.tokenInvalid
    }
  }

  /// Claims the challenge, then verifies, on the threads that are kept for it.
  private func verify(
    _ sent: DeviceAttestation, _ rule: DeviceSettings.Attestation, _ request: Request, _ site: DeviceSite,
    claim: [UInt8]
  ) async throws -> JudgedAttestation {
    let app = try await apps.get(tenant: site.tenant, site.appID)
    if let code = try await claims.claim(sent.challenge, site: site, claim: claim, at: request.receivedAt) {
      throw try await refused(code, .challenge, request, site, isLab: nil)
    }
    let (judge, instant) = (judge, request.receivedAt)
    switch try await threads.perform({ judge.judge(sent, rule, app: app, at: instant) }) {
    case .success(let judged): return judged
    case .failure(let verdict):
      throw try await refused(verdict.code, .attestation, request, site, isLab: nil)
    }
  }

  /// Records why, and tells the caller only that.
  private func refused(
    _ code: String, _ stage: Stage, _ request: Request, _ site: DeviceSite, isLab: Bool?
  ) async throws -> Refusal {
    try await store.refuse(
      site: site, code: code, isLab: isLab ?? false, correlationID: request.correlationID)
    return .attestationInvalid(stage)
  }
}
