import CLibPQ

/// The one owner of a `PGconn`, in non-blocking mode.
///
/// `@unchecked Sendable`: it is made on one thread and then handed over, once, to the only thread that uses it: the
/// driver's thread, or the plain thread of a `PipelineConnection`. Nothing here is called from two threads.
final class ConnectionHandle: @unchecked Sendable {
  private let raw: OpaquePointer
  let statementLimit: Int
  var statements: [StatementKey: String] = [:]
  private var statementSerial = 0

  /// Connects, waiting; never called on Swift's cooperative threads.
  init(connectingTo configuration: PostgresConfiguration) throws(PostgresError) {
    let conninfo = ConnectionHandle.parameters(configuration)
    // Later keywords override earlier ones: what the connection string says stands, except for the encoding.
    let keywords = ["connect_timeout", "application_name", "options", "dbname", "client_encoding"]
    let values = [conninfo.timeout, configuration.applicationName, conninfo.options, conninfo.dbname, "UTF8"]
    let connected = withCStrings(keywords) { names in
      withCStrings(values) { PQconnectdbParams(names, $0, 1) }
    }
    guard let connected else { throw .connectionLost("out of memory") }
    raw = connected
    statementLimit = configuration.preparedStatementLimit
    // Every property is set: a throw from here on runs `deinit`, which frees the connection.
    guard PQstatus(raw) == CONNECTION_OK, PQsetnonblocking(raw, 1) == 0 else {
      throw .connectionLost(String(cString: PQerrorMessage(raw)))
    }
    CLibPQ_silenceNotices(raw)
  }

  deinit { PQfinish(raw) }

  private static func parameters(
    _ configuration: PostgresConfiguration
  ) -> (dbname: String, timeout: String, options: String) {
    var options = "-c timezone=UTC"
    if let limit = configuration.statementTimeoutSeconds {
      options += " -c statement_timeout=\(Int(limit * 1000))"
    }
    return (configuration.conninfo, String(configuration.connectTimeoutSeconds), options)
  }

  var descriptor: Int32 { PQsocket(raw) }
  var isBroken: Bool { PQstatus(raw) != CONNECTION_OK }
  var isIdle: Bool { PQtransactionStatus(raw) == PQTRANS_IDLE }
  var isInTransaction: Bool { [PQTRANS_INTRANS, PQTRANS_INERROR].contains(PQtransactionStatus(raw)) }
  var lastError: PostgresError { .connectionLost(String(cString: PQerrorMessage(raw))) }
  var isBusy: Bool { PQisBusy(raw) != 0 }

  func enterPipeline() -> Bool { PQenterPipelineMode(raw) == 1 }
  func exitPipeline() -> Bool { PQexitPipelineMode(raw) == 1 }
  func sync() -> Bool { PQpipelineSync(raw) == 1 }
  func consumeInput() -> Bool { PQconsumeInput(raw) == 1 }
  func nextResult() -> ResultHandle? { PQgetResult(raw).map(ResultHandle.init(takingOwnership:)) }
  func sendScript(_ sql: String) -> Bool { PQsendQuery(raw, sql) == 1 }

  /// Sends what is queued; nil after a failure, otherwise whether more is waiting for the socket.
  func flush() -> Bool? {
    let outcome = PQflush(raw)
    return outcome < 0 ? nil : outcome > 0
  }

  func nextStatementName() -> String {
    statementSerial += 1
    return "s\(statementSerial)"
  }

  func sendPrepare(_ key: StatementKey, name: String) -> Bool {
    PQsendPrepare(raw, name, key.sql, Int32(key.types.count), key.types) == 1
  }

  func sendControl(_ sql: String) -> Bool { PQsendQueryParams(raw, sql, 0, nil, nil, nil, nil, 1) == 1 }

  func sendExecute(name: String, _ binds: BindBuffer) -> Bool {
    binds.withPointers { values, lengths, formats in
      PQsendQueryPrepared(raw, name, Int32(lengths.count), values, lengths, formats, 1) == 1
    }
  }

  /// A message of NOTIFY that has arrived, or nil.
  func nextNotification() -> PostgresNotification? {
    guard let notify = PQnotifies(raw) else { return nil }
    defer { PQfreemem(notify) }
    return PostgresNotification(
      channel: String(cString: notify.pointee.relname), payload: String(cString: notify.pointee.extra))
  }

  func makeCancel() -> CancelHandle? { PQgetCancel(raw).map(CancelHandle.init(takingOwnership:)) }
}

private func withCStrings<R>(_ strings: [String], _ body: ([UnsafePointer<CChar>?]) -> R) -> R {
  let copies = strings.map { $0.utf8CString }
  func step(_ index: Int, _ pointers: [UnsafePointer<CChar>?]) -> R {
    guard index < copies.count else { return body(pointers + [nil]) }
    return copies[index].withUnsafeBufferPointer { step(index + 1, pointers + [$0.baseAddress]) }
  }
  return step(0, [])
}
