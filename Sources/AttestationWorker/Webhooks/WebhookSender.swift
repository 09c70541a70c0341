import AttestationService
import Foundation
import HTTPClient

/// Sends one message, signed in the manner of Standard Webhooks: HMAC-SHA-256 over id, instant and body.
struct WebhookSender: Sendable {
  let client: HTTPClient

  func send(
    _ delivery: WebhookDelivery, to webhook: OpenedWebhook, at now: Date
  ) async -> DeliveryPolicy.Answer {
    let body = [UInt8](delivery.body.utf8)
    // Signed anew for each attempt: a receiver refuses instants that are minutes old.
    let timestamp = Int(now.timeIntervalSince1970)
    let signature = webhook.secret.signature(id: delivery.messageID, timestamp: timestamp, body: body)
    let request = HTTPClientRequest(
      method: "POST", url: webhook.url,
      headers: [
        ("Content-Type", "application/json"), ("webhook-id", delivery.messageID),
        ("webhook-timestamp", String(timestamp)), ("webhook-signature", signature),
      ], body: body)
    do throws(HTTPClientError) {
      let response = try await client.send(request)
      return .status(response.status, retryAfter: RetryAfter.seconds(response.header("retry-after"), at: now))
    } catch {
      return .nothing(code: error.code.description)
    }
  }
}
