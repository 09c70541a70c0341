import AttestationService
import HTTPServer
import Synchronization
import Telemetry

/// The operations port: whether the process lives, whether it can serve and why not, and its metrics.
final class OperationsHandler: HTTPHandler {
  private let services: AttestationServices
  private let metrics: Metrics
  private let stopping: Atomic<Bool> = Atomic(false)

  init(services: AttestationServices, metrics: Metrics) {
    self.services = services
    self.metrics = metrics
  }

  /// From here on the replica says that it is not ready, so that no new requests are sent to it.
  func announceStop() { stopping.store(true, ordering: .releasing) }

  func bodyLimit(for head: HTTPRequestHead) -> Int { 0 }

  func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    guard request.method == "GET" else {
      respond.complete(problem(.methodNotAllowed))
      return
    }
    switch request.path {
    case "/livez": respond.complete(.json(200, .object([JSONMember("alive", .bool(true))])))
    case "/readyz": answerReadiness(respond)
    case "/metrics":
      respond.complete(
        HTTPResponse(
          status: 200, headers: ["Content-Type": Metrics.contentType], body: Array(metrics.render().utf8)))
    default: respond.complete(problem(.noSuchRoute))
    }
  }

  private func answerReadiness(_ respond: HTTPResponder) {
    if stopping.load(ordering: .acquiring) {
      respond.complete(Self.readiness(["stopping"]))
      return
    }
    // The responder owns the task: it ends with the answer, which the database's deadline bounds.
    Task { respond.complete(Self.readiness(await services.obstacles())) }
  }

  private static func readiness(_ reasons: [String]) -> HTTPResponse {
    .json(
      reasons.isEmpty ? 200 : 503,
      .object([
        JSONMember("ready", .bool(reasons.isEmpty)), JSONMember("reasons", .array(reasons.map(JSONValue.text))),
      ]))
  }

  private func problem(_ refusal: Refusal) -> HTTPResponse {
    ProblemDetails.response(refusal, correlationID: CorrelationID().description)
  }
}
