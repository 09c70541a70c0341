/// What a server is doing at one moment.
public struct HTTPServerStatistics: Sendable, Equatable {
  /// How many connections are open.
  public var openConnections = 0
  /// How many requests wait for their handler's answer.
  public var waitingRequests = 0
  /// How many responses are being streamed.
  public var openStreams = 0
}
