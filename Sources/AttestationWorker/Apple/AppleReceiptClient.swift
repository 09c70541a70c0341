import AppAttest
import AttestationService
import Cryptography
import Foundation
import HTTPClient

/// Puts one question to Apple's receipt service: the bare base64 of the receipt, with the team's token.
struct AppleReceiptClient: Sendable {
  let endpoint: AppleEndpoint
  let client: HTTPClient
  let tokens: ProviderTokens

  /// The answer as it came. A 401 is repeated once with a renewed token.
  func ask(
    _ work: ReceiptWork, key: TeamKey, credential: String, at now: Date
  ) async throws -> Result<HTTPClientResponse, HTTPClientError> {
    let token = try tokens.token(for: key, credential: credential, at: now)
    let answer = await send(work, token)
    guard case .success(let response) = answer, response.status == 401,
      let renewed = try tokens.renewed(after: token, for: key, credential: credential, at: now)
    else { return answer }
    return await send(work, renewed)
  }

  private func send(_ work: ReceiptWork, _ token: String) async -> Result<HTTPClientResponse, HTTPClientError> {
    let authorization = endpoint.authorizationScheme.map { "\($0) \(token)" } ?? token
    // An empty content type keeps the library from adding its own.
    let headers = [(name: "Authorization", value: authorization), ("Content-Type", endpoint.contentType ?? "")]
    let request = HTTPClientRequest(
      method: "POST", url: endpoint.base(work.environment) + "/v1/attestationData", headers: headers,
      body: [UInt8](Base64.encode(work.receipt).utf8))
    do { return .success(try await client.send(request)) } catch { return .failure(error) }
  }
}
