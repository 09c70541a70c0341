import HTTPServer
import Telemetry

/// The worker's operations port: whether it lives, whether it works, and its metrics.
final class WorkerOperations: HTTPHandler {
  private let metrics: Metrics
  private let isReady: @Sendable () async -> Bool

  init(metrics: Metrics, isReady: @escaping @Sendable () async -> Bool) {
    self.metrics = metrics
    self.isReady = isReady
  }

  func bodyLimit(for head: HTTPRequestHead) -> Int { 0 }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    switch request.path {
    case "/livez": respond.complete(Self.json(200, #"{"alive":true}"#))
    case "/readyz":
      // The responder owns the task: it ends with the answer, which the database's deadline bounds.
      Task {
        let ready = await isReady()
        let body = ready ? #"{"ready":true,"reasons":[]}"# : #"{"ready":false,"reasons":["database"]}"#
        respond.complete(Self.json(ready ? 200 : 503, body))
      }
    case "/metrics":
      respond.complete(
        HTTPResponse(status: 200, headers: ["Content-Type": Metrics.contentType], body: Array(metrics.render().utf8)))
    default: respond.complete(Self.json(404, "{}"))
    }
  }

  private static func json(_ status: Int, _ text: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
  }
}
