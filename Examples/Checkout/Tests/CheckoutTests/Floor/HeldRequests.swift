import AssayClient
import Foundation

/// A transport that keeps back the signed requests, so that a test can change or delay them; all else goes on.
actor HeldRequests: ClientTransport {
  private let onward: any ClientTransport
  private let challenges: (@Sendable () async throws -> ClientResponse)?
  private var held: [ClientRequest] = []

  /// `challenges` answers in place of the shop's backend when a challenge is asked for.
  init(
    onward: any ClientTransport = URLSessionTransport(),
    challenges: (@Sendable () async throws -> ClientResponse)? = nil
  ) {
    self.onward = onward
    self.challenges = challenges
  }

  func send(_ request: ClientRequest) async throws -> ClientResponse {
    if let challenges, request.url.path.hasSuffix("/attest/challenges") { return try await challenges() }
    guard request.headers["Example-App-Proof"] != nil else { return try await onward.send(request) }
    held.append(request)
    return ClientResponse(status: 202)
  }

  /// The last one that was kept back.
  func take() -> ClientRequest? { held.popLast() }
}
