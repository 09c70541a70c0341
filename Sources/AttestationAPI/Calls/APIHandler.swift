import AttestationService
import Foundation
import HTTPServer
import Telemetry
import Timing

/// The service API behind the HTTP server: finds the operation, asks who calls, lets the endpoint answer, and tells every
/// refusal in one form. Nothing here waits.
public final class APIHandler: HTTPHandler {
  struct Entry: Sendable {
    let operation: Operation
    let endpoint: Endpoint
  }

  private let router: Router<Entry>
  private let authenticator: Authenticator
  private let ledger: IdempotencyLedger
  private let observer: RequestObserver
  private let requestDeadline: Duration

  init(services: AttestationServices, observer: RequestObserver, requestDeadline: Duration) {
    var router = Router<Entry>()
    // What the OpenAPI document tells is what is served: each operation of the catalogue has its endpoint, and no
    // endpoint stands outside. A server in which that is not so does not start.
    let entries = Dictionary(uniqueKeysWithValues: Self.entries(services).map { ($0.operation.id, $0) })
    precondition(entries.keys.sorted() == Operation.all.map(\.id).sorted(), "the catalogue and the endpoints differ")
    for entry in entries.values {
      router.add(method: entry.operation.method, pattern: entry.operation.pattern, entry)
    }
    self.router = router
    authenticator = services.authenticator
    ledger = services.ledger
    self.observer = observer
    self.requestDeadline = requestDeadline
  }

  private static func entries(_ services: AttestationServices) -> [Entry] {
    let (apps, lab) = (services.apps, services.lab)
    return AppCalls(apps: apps, lab: lab).entries
      + ChallengeCalls(apps: apps, issuer: services.challenges, lab: lab).entries
      + AttestationCalls(apps: apps, registration: services.registration).entries
      + KeyCalls(apps: apps, keys: services.keys).entries
      + AssertionCalls(apps: apps, assertions: services.assertions).entries
      + EventCalls(feed: services.events).entries
      + AdmissionCalls(apps: apps, admissions: services.rollouts.admissions).entries
      + RolloutCalls(apps: apps, rollouts: services.rollouts.administration).entries
      + RiskCalls(apps: apps, risk: services.risk).entries
      + DeviceBitsCalls(apps: apps, bits: services.devices.bits).entries
      + DeviceAccountCalls(apps: apps, directory: services.devices.directory).entries
      + TeamKeyCalls(desk: services.teamKeys).entries
      + WebhookCalls(desk: services.webhooks).entries
      + [
        Entry(
          operation: .openAPI,
          endpoint: .direct { _, completion in
            completion(.success(.json(200, text: OpenAPIDocument.bytes)))
          })
      ]
  }

  /// The body's cap on this route; the smallest where there is no route.
  public func bodyLimit(for head: HTTPRequestHead) -> Int {
    router.value(method: head.method, path: head.path)?.operation.bodyLimit ?? Operation.envelope
  }

  /// Answers one request.
  public func handle(_ request: HTTPRequest, _ respond: HTTPResponder) {
    let exchange = Exchange(request: request, responder: respond, observer: observer)
    switch router.find(method: request.method, path: request.path) {
    case .nothing: exchange.finish(.failure(Self.nothing(at: request.path)))
    case .wrongMethod(let allowed):
      exchange.finish(.failure(.methodNotAllowed), extra: ("Allow", allowed.joined(separator: ", ")))
    case .found(let entry, let parameters): begin(entry, parameters, exchange)
    }
  }

  /// Standard base64 has slashes. In a path one of them divides a key's identifier, which then has no route.
  private static func nothing(at path: String) -> Refusal {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count > 6, parts[1] == "v1", parts[2] == "apps", parts[4] == "keys" else { return .noSuchRoute }
    return .keyIDDividesPath
  }

  private func begin(_ entry: Entry, _ parameters: [String], _ exchange: Exchange) {
    exchange.operation = entry.operation
    guard let scope = entry.operation.scope else {
      return run(entry, caller(entry, parameters, exchange, .nobody), exchange)
    }
    guard let secret = Self.bearer(exchange.request.headers).flatMap(SecretPlace.init(presented:)) else {
      return exchange.finish(.failure(.unauthenticated))
    }
    if let known = authenticator.known(secret) {
      admit(known, to: scope, entry, parameters, exchange)
    } else {
      authenticator.authenticate(secret) { [self] in admit($0, to: scope, entry, parameters, exchange) }
    }
  }

  private func admit(
    _ result: Result<Principal, Refusal>, to scope: SecretScope, _ entry: Entry, _ parameters: [String],
    _ exchange: Exchange
  ) {
    switch result {
    case .failure(let refusal): exchange.finish(.failure(refusal))
    case .success(let principal):
      exchange.tenant = principal.publicID
      guard principal.scopes.contains(scope) else { return exchange.finish(.failure(.missingScope(scope.rawValue))) }
      run(entry, caller(entry, parameters, exchange, principal), exchange)
    }
  }

  private func caller(_ entry: Entry, _ parameters: [String], _ exchange: Exchange, _ principal: Principal) -> Caller {
    Caller(
      operation: entry.operation, parameters: parameters, request: exchange.request,
      correlationID: exchange.correlationID, principal: principal,
      deadline: exchange.request.receivedAt + requestDeadline)
  }

  private func run(_ entry: Entry, _ caller: Caller, _ exchange: Exchange) {
    if entry.operation.body != nil, !caller.request.body.isEmpty, !Self.isJSON(caller.request.headers) {
      return exchange.finish(.failure(.unsupportedMediaType))
    }
    if entry.operation.isIdempotencyKeyed, let key = caller.request.headers["Idempotency-Key"] {
      return runOnce(key, entry.endpoint, caller, exchange)
    }
    Self.run(entry.endpoint, caller) { exchange.finish($0) }
  }

  private static func run(_ endpoint: Endpoint, _ caller: Caller, _ completion: @escaping Endpoint.Completion) {
    switch endpoint {
    case .direct(let work): work(caller, completion)
    case .task(let work):
      // The exchange owns the task: it ends with the answer, and the server refuses to stop before it has one.
      Task {
        do {
          completion(.success(try await work(caller)))
        } catch {
          completion(.failure(Fault.refusal(for: error, correlationID: caller.correlationID)))
        }
      }
    }
  }

  /// Answers a request with an `Idempotency-Key` from the ledger, or runs it and enters its answer there.
  private func runOnce(_ key: String, _ endpoint: Endpoint, _ caller: Caller, _ exchange: Exchange) {
    guard (1...200).contains(key.utf8.count) else {
      return exchange.finish(.failure(.invalidField("Idempotency-Key", "The key must have 1 to 200 bytes.")))
    }
    Task {
      do {
        let entry = LedgerEntry(
          tenant: caller.tenant, key: key, operation: caller.operation.id, path: caller.request.path,
          body: caller.request.body)
        if let answer = try await ledger.begin(entry) { return exchange.finish(.success(Self.response(answer))) }
        let result = await withCheckedContinuation { continuation in
          Self.run(endpoint, caller) { continuation.resume(returning: $0) }
        }
        let response = Self.response(result, correlationID: exchange.correlationID)
        try? await ledger.finish(entry, with: Self.answer(response))
        exchange.finish(response, result)
      } catch {
        exchange.finish(.failure(Fault.refusal(for: error, correlationID: caller.correlationID)))
      }
    }
  }

  static func response(_ result: Result<HTTPResponse, Refusal>, correlationID: String) -> HTTPResponse {
    switch result {
    case .success(let response): response
    case .failure(let refusal): ProblemDetails.response(refusal, correlationID: correlationID)
    }
  }

  /// What is kept of an answer: nothing of a fault of ours, so that a repeat is a new attempt.
  private static func answer(_ response: HTTPResponse) -> LedgerAnswer? {
    guard response.status < 500, case .bytes(let body) = response.body else { return nil }
    return LedgerAnswer(
      status: response.status, contentType: response.headers["Content-Type"] ?? "application/json", body: body)
  }

  private static func response(_ answer: LedgerAnswer) -> HTTPResponse {
    HTTPResponse(
      status: answer.status,
      headers: [
        "Content-Type": answer.contentType, "Cache-Control": "no-store", "Idempotent-Replayed": "true",
      ], body: answer.body)
  }

  private static func bearer(_ headers: HTTPHeaders) -> [UInt8]? {
    guard let value = headers.bytes(of: "Authorization"), value.count > 7, headers.count(of: "Authorization") == 1,
      zip(value, "bearer ".utf8).allSatisfy({ $0 | 0x20 == $1 })
    else { return nil }
    return Array(value[7...])
  }

  private static func isJSON(_ headers: HTTPHeaders) -> Bool {
    guard let type = headers["Content-Type"] else { return false }
    return type == "application/json" || type.lowercased().hasPrefix("application/json;")
  }
}
