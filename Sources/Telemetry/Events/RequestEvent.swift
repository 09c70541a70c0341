/// The one record of a request: filled on the way, written once at its end.
public struct RequestEvent: Sendable {
  /// The request's name.
  public let correlationID: CorrelationID
  /// The method.
  public var method: String
  /// The pattern of the route, never the path: paths hold identifiers.
  public var route: String
  /// The tenant, once known.
  public var tenant: String?
  /// The app, once known.
  public var app: String?
  /// The status of the answer.
  public var status = 0
  /// The code of the refusal, if it was one.
  public var code: String?
  /// The stage of the refusal, if it was one.
  public var stage: String?
  /// The bytes of the request's body.
  public var requestBytes = 0
  /// The bytes of the answer's body.
  public var responseBytes = 0
  /// From the request line to the answer.
  public var duration: Duration = .zero

  /// The record of a request that has just arrived.
  public init(correlationID: CorrelationID, method: String, route: String) {
    self.correlationID = correlationID
    self.method = method
    self.route = route
  }

  /// The record as metadata of a log line.
  public var metadata: Metadata {
    var metadata: Metadata = [
      .correlationID: .text(correlationID.description), .method: .text(method), .route: .text(route),
      .status: .integer(status), .durationMilliseconds: .number(milliseconds),
      .requestBytes: .integer(requestBytes), .responseBytes: .integer(responseBytes),
    ]
    metadata[.tenant] = tenant.map { .text($0) }
    metadata[.app] = app.map { .text($0) }
    metadata[.code] = code.map { .text($0) }
    metadata[.stage] = stage.map { .text($0) }
    return metadata
  }

  private var milliseconds: Double {
    let microseconds = duration.components.seconds * 1_000_000 + duration.components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }
}

extension Logger {
  /// Writes the record of a request that has been answered: a server's fault as an error, the rest as information.
  public func request(_ event: RequestEvent) {
    log(event.status >= 500 ? .error : .info, "request", event.metadata)
  }
}
