import AttestationService
import Cryptography
import DeviceBits
import Foundation
import HTTPClient

/// Puts one call to Apple's two-bit service.
struct DeviceCheckClient: Sendable {
  let endpoint: DeviceCheckEndpoint
  let client: HTTPClient
  let tokens: ProviderTokens

  /// What Apple answered within so many seconds. A 401 is repeated once with a renewed token.
  func make(_ record: DeviceBitsCallRecord, key: TeamKey, seconds: Double) async throws -> DeviceBitsOutcome {
    let now = Date()
    let end = ContinuousClock.now + .seconds(seconds)
    let credential = "\(record.tenant)/\(key.team)/\(key.keyID)"
    let token = try tokens.token(for: key, credential: credential, at: now)
    let outcome = try await send(record, token, until: end)
    guard outcome == .answered(.refused(.teamKey)),
      let renewed = try tokens.renewed(after: token, for: key, credential: credential, at: now)
    else { return outcome }
    return try await send(record, renewed, until: end)
  }

  private func send(
    _ record: DeviceBitsCallRecord, _ token: String, until end: ContinuousClock.Instant
  ) async throws -> DeviceBitsOutcome {
    let left = ContinuousClock.now.duration(to: end)
    guard left > .zero else { return .unreachable }
    var request = HTTPClientRequest(
      method: "POST", url: endpoint.base(record.environment) + record.call.path,
      headers: [("Authorization", "Bearer " + token), ("Content-Type", "application/json")],
      // The same name for a repeat: the device's token serves for one request and its retries.
      body: try record.call.body(
        deviceToken: record.deviceToken, transactionID: "\(record.tenant)-\(record.number)", at: Date()))
    request.timeout = left
    do throws(HTTPClientError) {
      let answer = try await client.send(request)
      let seconds = RetryAfter.seconds(answer.header("retry-after"), at: Date()).map { Int($0.rounded(.up)) }
      return .answered(
        DeviceBitsAnswer(to: record.call, status: answer.status, body: answer.body, retryAfterSeconds: seconds))
    } catch {
      return .unreachable
    }
  }
}
