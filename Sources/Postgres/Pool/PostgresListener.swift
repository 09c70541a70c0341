/// Listens on channels with a connection of its own and makes a new one whenever it is lost.
///
/// Notifications are wake-ups, never data: after each (re)connection one with an empty payload is delivered for every
/// channel, because something may have been missed.
public struct PostgresListener: Sendable {
  private let configuration: PostgresConfiguration
  private let channels: [String]
  private let retryDelay: Duration

  /// Describes a listener; `run` starts it. Channel names are quoted as identifiers.
  public init(_ configuration: PostgresConfiguration, channels: [String], retryDelay: Duration = .seconds(1)) {
    self.configuration = configuration
    self.channels = channels
    self.retryDelay = retryDelay
  }

  /// Delivers notifications to `receive`, one at a time, until the task is cancelled.
  public func run(_ receive: @Sendable (PostgresNotification) async -> Void) async throws {
    let driver = try ConnectionDriver()
    defer { driver.send(.stop) }
    while !Task.isCancelled {
      do {
        try await listen(driver, receive)
      } catch let error as PostgresError where error.isRetryable {
        // The wait below is the whole answer: a listener only wakes others, who poll as well.
      }
      try await Task.sleep(for: retryDelay)
    }
  }

  private func listen(
    _ driver: ConnectionDriver, _ receive: @Sendable (PostgresNotification) async -> Void
  ) async throws {
    let connection = try await PostgresConnection.open(configuration, driver: driver)
    defer { connection.close() }
    let (stream, continuation) = AsyncStream.makeStream(
      of: PostgresNotification.self, bufferingPolicy: .bufferingNewest(1024))
    connection.state.subscribe(continuation)
    for channel in channels { try await connection.query("LISTEN \(quoted(channel))") }
    for channel in channels { await receive(PostgresNotification(channel: channel, payload: "")) }
    for await notification in stream { await receive(notification) }
    try Task.checkCancellation()
  }

  private func quoted(_ channel: String) -> String {
    "\"" + channel.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
