import Dispatch
import Synchronization

/// One connection, usable from any task; its statements run one after the other, in the order they were asked for.
public final class PostgresConnection: PostgresExecutor {
  let state = ConnectionState()
  private let driver: ConnectionDriver
  private let id: UInt64

  private static let serial = Atomic<UInt64>(0)
  /// libpq's name look-up blocks, so connections are opened here and not on a cooperative thread.
  private static let openingQueue = DispatchQueue(label: "postgres-connect", attributes: .concurrent)

  private init(handle: ConnectionHandle, driver: ConnectionDriver, responseTimeout: Duration) {
    self.driver = driver
    id = PostgresConnection.serial.add(1, ordering: .relaxed).newValue
    driver.send(.add(id, handle, state, responseTimeout))
  }

  deinit { driver.send(.close(id)) }

  static func open(_ configuration: PostgresConfiguration, driver: ConnectionDriver) async throws -> PostgresConnection
  {
    let handle = try await withCheckedThrowingContinuation { continuation in
      openingQueue.async {
        continuation.resume(with: Result { try ConnectionHandle(connectingTo: configuration) })
      }
    }
    let timeout = Duration.seconds(configuration.responseTimeoutSeconds)
    return PostgresConnection(handle: handle, driver: driver, responseTimeout: timeout)
  }

  /// True after the connection was lost or closed; every later statement fails.
  public var isClosed: Bool { state.isClosed }

  /// Runs statements in one round trip and one implicit transaction.
  public func batch(_ statements: [PostgresStatement]) async throws -> [PostgresRows] {
    guard !statements.isEmpty else { return [] }
    return try await perform([statements.map { .statement($0) }])
  }

  /// Runs statements in one round trip, each in a transaction of its own: each fails or succeeds alone.
  public func each(_ statements: [PostgresStatement]) async throws -> [Result<PostgresRows, PostgresError>] {
    try await exchange(.pipeline(statements.map { [.statement($0)] })).map { outcome in
      outcome.flatMap { rows in rows.first.map { .success($0) } ?? .failure(.decoding("no result")) }
    }
  }

  /// Runs a text of several statements without binds, as one implicit transaction unless it says otherwise.
  public func script(_ sql: String) async throws {
    for outcome in try await exchange(.script(sql)) { _ = try outcome.get() }
  }

  /// Closes the connection; statements under way fail.
  public func close() {
    state.markClosed()
    driver.send(.close(id))
  }

  /// Runs one unit, or several, and joins their rows; the first failure is thrown.
  func perform(_ units: [Exchange.Unit], evenWhenCancelled: Bool = false) async throws -> [PostgresRows] {
    try await exchange(.pipeline(units), evenWhenCancelled: evenWhenCancelled).flatMap { try $0.get() }
  }

  private func exchange(
    _ request: Exchange.Request, evenWhenCancelled: Bool = false
  ) async throws -> ExchangeJob.Outcome {
    let job = ExchangeJob(request)
    if evenWhenCancelled { return try await submit(job) }
    try Task.checkCancellation()
    return try await withTaskCancellationHandler {
      try await submit(job)
    } onCancel: {
      job.cancel()
      driver.send(.cancel(id, job))
    }
  }

  private func submit(_ job: ExchangeJob) async throws -> ExchangeJob.Outcome {
    try await withCheckedThrowingContinuation { continuation in
      job.attach(continuation)
      driver.send(.submit(id, job))
    }
  }
}
