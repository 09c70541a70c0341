import Foundation

/// Assay's device API: for apps without a backend between them and Assay.
///
/// One attested key makes one account, and the account's token is the credential from then on.
public struct DeviceAPI: Sendable {
  /// An account, as the server shows it.
  public struct Account: Decodable, Sendable, Equatable {
    /// The account's public identifier.
    public let id: String
  }

  private let exchange: JSONExchange
  private let appCode: AppCode?
  private let now: @Sendable () -> Date

  /// The API of one app.
  ///
  /// - Parameters:
  ///   - base: the app's host, or host and path prefix, without a slash at its end.
  ///   - transport: carries the calls.
  ///   - appCode: the app code, where the operator has switched it on.
  ///   - now: this device's clock.
  public init(
    base: URL, transport: any ClientTransport, appCode: AppCode? = nil, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    exchange = JSONExchange(transport: transport, base: base)
    self.appCode = appCode
    self.now = now
  }

  /// A challenge to attest a key over. The UTF-8 bytes of its text are hashed.
  public func challenge() async throws -> AttestationChallenge {
    let response = try await exchange.send("POST", "/v1/attest/challenge", headers: headers())
    let reply = try exchange.read(ChallengeReply.self, from: response)
    return AttestationChallenge(text: reply.challenge, form: .text, expiresAt: now() + reply.expires_in)
  }

  /// Makes an account with an attested key, or without one where the server does not ask for it.
  ///
  /// A repeat of the same submission gets the first answer, token included.
  public func createAccount(_ submission: RegistrationSubmission?) async throws -> (account: Account, token: String) {
    var headers = headers()
    headers["Idempotency-Key"] = submission?.submissionID
    let attestation = submission.map {
      AccountBody.Attestation(
        key_id: $0.keyID, challenge: $0.challenge.text, object: $0.object.base64EncodedString())
    }
    let response = try await exchange.send(
      "POST", "/v1/accounts", headers: headers, body: AccountBody(attestation: attestation))
    let reply = try exchange.read(AccountReply.self, from: response)
    return (reply.account, reply.token)
  }

  /// The account that the token belongs to.
  public func account(token: String) async throws -> Account {
    let response = try await exchange.send("GET", "/v1/account", headers: headers(token: token))
    return try exchange.read(Account.self, from: response)
  }

  /// Deletes the account. Its key can make a new one.
  public func deleteAccount(token: String) async throws {
    _ = try await exchange.send("DELETE", "/v1/account", headers: headers(token: token))
  }

  private func headers(token: String? = nil) -> [String: String] {
    var headers: [String: String] = [:]
    headers["X-App-Code"] = appCode?.code(at: now())
    headers["Authorization"] = token.map { "Bearer " + $0 }
    return headers
  }
}
