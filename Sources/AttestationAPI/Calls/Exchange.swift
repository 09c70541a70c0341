import AttestationService
import HTTPServer
import Telemetry

/// One request and its one answer.
///
/// `@unchecked Sendable`: `operation` and `tenant` are written only while the request is being dispatched, by one thread at
/// a time, each step happening before the next through the cache's or the queue's lock; the answer reads them last.
final class Exchange: @unchecked Sendable {
  let request: HTTPRequest
  let correlation = CorrelationID()
  let correlationID: String
  var operation: Operation?
  var tenant: String?
  private let responder: HTTPResponder
  private let observer: RequestObserver

  init(request: HTTPRequest, responder: HTTPResponder, observer: RequestObserver) {
    self.request = request
    self.responder = responder
    self.observer = observer
    correlationID = correlation.description
  }

  func finish(_ result: Result<HTTPResponse, Refusal>, extra header: (String, String)? = nil) {
    var response = APIHandler.response(result, correlationID: correlationID)
    if let header { response.headers.add(header.0, header.1) }
    finish(response, result)
  }

  func finish(_ response: HTTPResponse, _ result: Result<HTTPResponse, Refusal>) {
    var response = response
    if !response.headers.contains("X-Correlation-Id") { response.headers.add("X-Correlation-Id", correlationID) }
    observer.observe(self, response, result)
    responder.complete(response)
  }
}
