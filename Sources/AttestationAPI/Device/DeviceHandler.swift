import AttestationService
import HTTPServer
import Timing

/// The device API of every app: route, app code, then the call.
final class DeviceHandler: Sendable {
  private let router: Router<DeviceOperation>
  private let accounts: DeviceAccounts
  private let calls: DeviceCalls
  private let observer: RequestObserver
  private let requestDeadline: Duration

  init(services: DeviceServices, observer: RequestObserver, requestDeadline: Duration) {
    var router = Router<DeviceOperation>()
    for operation in DeviceOperation.all {
      router.add(method: operation.method, pattern: PathPattern(operation.path), operation)
    }
    self.router = router
    accounts = services.accounts
    calls = DeviceCalls(services: services, streams: DeviceStreams(events: services.events))
    self.observer = observer
    self.requestDeadline = requestDeadline
  }

  func bodyLimit(for head: HTTPRequestHead) -> Int {
    router.value(method: head.method, path: head.path)?.bodyLimit ?? DeviceOperation.envelope
  }

  func handle(_ request: HTTPRequest, at site: DeviceSite, _ respond: HTTPResponder) {
    let exchange = Exchange(request: request, responder: respond, observer: observer)
    switch router.find(method: request.method, path: request.path) {
    case .nothing: exchange.finish(.failure(.noSuchRoute))
    case .wrongMethod(let allowed):
      exchange.finish(.failure(.methodNotAllowed), extra: ("Allow", allowed.joined(separator: ", ")))
    case .found(let operation, _):
      exchange.operation = operation.observed
      // The exchange owns the task: it ends with the answer, and the server refuses to stop before it has one.
      Task { exchange.finish(await answer(operation, exchange, at: site)) }
    }
  }

  private func answer(
    _ operation: DeviceOperation, _ exchange: Exchange, at site: DeviceSite
  ) async -> Result<HTTPResponse, Refusal> {
    do {
      let request = exchange.request
      let settings = try await accounts.settings(of: site)
      if operation.needsCode, settings.appCode.isOn {
        let code = request.headers.count(of: "X-App-Code") == 1 ? request.headers.bytes(of: "X-App-Code") : nil
        guard settings.appCode.accepts(code ?? [], at: request.receivedAtDate) else { throw Refusal.appCodeInvalid }
      }
      return .success(
        try await calls.answer(
          DeviceCall(
            operation: operation, request: request, correlationID: exchange.correlationID, site: site,
            settings: settings, deadline: request.receivedAt + requestDeadline)))
    } catch {
      return .failure(Fault.refusal(for: error, correlationID: exchange.correlationID))
    }
  }
}
