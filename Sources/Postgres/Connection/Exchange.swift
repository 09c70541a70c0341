import CLibPQ

/// One command of a pipeline.
enum Command: Sendable {
  /// A prepared statement whose rows are wanted.
  case statement(PostgresStatement)
  /// A command of the protocol's housekeeping (BEGIN, SET LOCAL, COMMIT), parsed each time; its result is dropped.
  case control(String)
}

/// What is sent in one go, and how the answers are collected. It performs no waiting: its driver does.
struct Exchange {
  /// Commands that fail or succeed together: each unit ends with one sync.
  typealias Unit = [Command]

  enum Request: Sendable {
    case pipeline([Unit])
    /// Several statements in one text, for migrations; the simple protocol, one result: the last one's.
    case script(String)
  }

  enum Progress { case finished, waiting(toWrite: Bool) }

  private enum Expected {
    case prepare(StatementKey, String)
    case rows, control, sync, preparationSync
  }

  let request: Request
  private(set) var outcomes: [Result<[PostgresRows], PostgresError>] = []
  private var expected: ArraySlice<Expected> = []
  private var rows: [PostgresRows] = []
  private var failure: PostgresError?
  private var prepareFailure: PostgresError?
  private var prepared: [StatementKey: String] = [:]

  init(_ request: Request) { self.request = request }
}

extension Exchange {
  /// Queues everything on the connection.
  mutating func begin(_ connection: ConnectionHandle) throws(PostgresError) {
    switch request {
    case .script(let sql):
      guard connection.sendScript(sql) else { throw connection.lastError }
    case .pipeline(let units):
      guard connection.enterPipeline() else { throw connection.lastError }
      try prepareMissing(units, on: connection)
      for unit in units { try queue(unit, on: connection) }
    }
  }

  /// Statements are prepared ahead, each with its own sync, so that a failing unit never takes another's preparation along.
  private mutating func prepareMissing(_ units: [Unit], on connection: ConnectionHandle) throws(PostgresError) {
    var missing: [StatementKey] = []
    for case .statement(let statement) in units.joined() {
      let key = StatementKey(statement)
      if connection.statements[key] == nil, !missing.contains(key) { missing.append(key) }
    }
    guard !missing.isEmpty else { return }
    try makeRoom(for: units, &missing, on: connection)
    for key in missing {
      let name = connection.nextStatementName()
      guard connection.sendPrepare(key, name: name), connection.sync() else { throw connection.lastError }
      prepared[key] = name
      expected.append(.prepare(key, name))
      expected.append(.preparationSync)
    }
  }

  private mutating func makeRoom(
    for units: [Unit], _ missing: inout [StatementKey], on connection: ConnectionHandle
  ) throws(PostgresError) {
    guard connection.statements.count + missing.count > connection.statementLimit else { return }
    guard connection.sendControl("DEALLOCATE ALL"), connection.sync() else { throw connection.lastError }
    expected.append(.control)
    expected.append(.preparationSync)
    connection.statements.removeAll()
    missing.removeAll()
    for case .statement(let statement) in units.joined() where !missing.contains(StatementKey(statement)) {
      missing.append(StatementKey(statement))
    }
  }

  private mutating func queue(_ unit: Unit, on connection: ConnectionHandle) throws(PostgresError) {
    for command in unit {
      guard send(command, on: connection) else { throw connection.lastError }
    }
    guard connection.sync() else { throw connection.lastError }
    expected.append(.sync)
  }

  private mutating func send(_ command: Command, on connection: ConnectionHandle) -> Bool {
    switch command {
    case .control(let sql):
      expected.append(.control)
      return connection.sendControl(sql)
    case .statement(let statement):
      let key = StatementKey(statement)
      expected.append(.rows)
      guard let name = connection.statements[key] ?? prepared[key] else { return false }
      return connection.sendExecute(name: name, BindBuffer(statement.binds))
    }
  }
}

extension Exchange {
  /// Sends and collects as far as possible without waiting. Input must have been consumed by the driver.
  mutating func advance(_ connection: ConnectionHandle) throws(PostgresError) -> Progress {
    guard let toWrite = connection.flush() else { throw connection.lastError }
    if case .script = request { return try advanceScript(connection, toWrite: toWrite) }
    while let next = expected.first {
      if connection.isBusy { return .waiting(toWrite: toWrite) }
      guard let result = connection.nextResult() else {
        if connection.isBroken { throw connection.lastError }
        // The NULL behind a command's results.
        switch next {
        case .sync, .preparationSync: return .waiting(toWrite: toWrite)
        default: expected.removeFirst()
        }
        continue
      }
      collect(result, for: next, on: connection)
    }
    guard connection.exitPipeline() else { throw connection.lastError }
    return .finished
  }

  private mutating func collect(_ result: ResultHandle, for next: Expected, on connection: ConnectionHandle) {
    switch result.status {
    case PGRES_PIPELINE_SYNC:
      if case .sync = next { closeUnit() }
      expected.removeFirst()
    case PGRES_PIPELINE_ABORTED: break
    default:
      if let error = result.error {
        note(error, for: next)
      } else if case .prepare(let key, let name) = next {
        connection.statements[key] = name
      } else if case .rows = next {
        rows.append(PostgresRows(result: result))
      } else if result.commandTag == "ROLLBACK", isCommitUnit {
        failure = failure ?? .rolledBack
      }
    }
  }

  /// True when the unit being collected ends in COMMIT: the server answers ROLLBACK to it after a failure.
  private var isCommitUnit: Bool {
    guard case .pipeline(let units) = request, outcomes.count < units.count else { return false }
    if case .control("COMMIT")? = units[outcomes.count].last { return true }
    return false
  }

  private mutating func note(_ error: PostgresError, for next: Expected) {
    if case .prepare = next { prepareFailure = prepareFailure ?? error } else { failure = failure ?? error }
  }

  private mutating func closeUnit() {
    if let failure {
      // A statement that could not be prepared does not exist; the reason is the preparation's error.
      outcomes.append(.failure(failure.sqlState == "26000" ? prepareFailure ?? failure : failure))
    } else {
      outcomes.append(.success(rows))
    }
    (failure, rows) = (nil, [])
  }

  private mutating func advanceScript(
    _ connection: ConnectionHandle, toWrite: Bool
  ) throws(PostgresError) -> Progress {
    while !connection.isBusy {
      guard let result = connection.nextResult() else {
        if connection.isBroken { throw connection.lastError }
        closeUnit()
        return .finished
      }
      if let error = result.error { failure = failure ?? error } else { rows = [PostgresRows(result: result)] }
    }
    return .waiting(toWrite: toWrite)
  }
}
