import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Assay's service API, called with the tenant's secret. The secret stays in this process.
public struct AssayService: Sendable {
  private let base: URL
  private let secret: String
  private let appID: String
  private let session: URLSession

  /// A service at an address, for one app; `timeoutSeconds` bounds the wait for each answer.
  public init(base: URL, secret: String, appID: String, timeoutSeconds: Double = 10) {
    self.base = base
    self.secret = secret
    self.appID = appID
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeoutSeconds
    session = URLSession(configuration: configuration)
  }

  /// Whether an installation may attest now.
  func admission(_ call: AdmissionCall) async throws -> Answer {
    try await send("POST", "admissions", body: call)
  }

  /// A challenge for one account and one purpose.
  func challenge(_ call: ChallengeCall) async throws -> Answer {
    try await send("POST", "challenges", body: call)
  }

  /// Registers an attested key.
  func register(_ call: AttestationCall, idempotencyKey: String?) async throws -> Answer {
    try await send("POST", "attestations", body: call, idempotencyKey: idempotencyKey)
  }

  /// What became of a key of an account.
  func key(_ keyID: String, account: String) async throws -> Answer {
    let escaped = account.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return try await send("GET", "keys/\(keyID)?account_id=\(escaped)", body: nil)
  }

  /// Returns when the assertion is accepted.
  func verify(_ call: AssertionCall) async throws {
    _ = try await send("POST", "assertions", body: call)
  }

  /// What Assay answered.
  struct Answer: Sendable {
    let status: Int
    let body: Data
  }

  private func send(
    _ method: String, _ path: String, body: (any Encodable)?, idempotencyKey: String? = nil
  ) async throws -> Answer {
    guard let url = URL(string: "\(base.absoluteString)/v1/apps/\(appID)/\(path)") else { throw Rejection.malformed }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("Bearer " + secret, forHTTPHeaderField: "Authorization")
    request.setValue(idempotencyKey, forHTTPHeaderField: "Idempotency-Key")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = try JSONEncoder().encode(body)
    }
    guard let (data, response) = try? await session.data(for: request), let http = response as? HTTPURLResponse else {
      throw Rejection.unavailable
    }
    guard (200..<300).contains(http.statusCode) else { throw rejection(http, data) }
    return Answer(status: http.statusCode, body: data)
  }

  /// A refusal of Assay, passed on with its stage and its advice; a fault of Assay or of this backend as `wait`.
  private func rejection(_ response: HTTPURLResponse, _ body: Data) -> Rejection {
    guard let problem = try? JSONDecoder().decode(Problem.self, from: body), response.statusCode < 500,
      problem.stage != "authentication", problem.stage != "authorization"
    else { return .unavailable }
    return Rejection(
      status: response.statusCode, code: problem.code, stage: problem.stage, next: problem.next,
      correlationID: problem.correlation_id, retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
  }
}
