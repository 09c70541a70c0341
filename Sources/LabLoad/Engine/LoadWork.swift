/// What the connections of an engine are busy with. Called on the engine's thread only.
protocol LoadWork: AnyObject {
  /// Whether the run must end, whatever the connections are doing.
  var isOver: Bool { get }

  /// The next request of a connection, whole; nil when it has nothing more to do.
  func next(connection: Int) -> [UInt8]?

  /// An answer has come. Latency is counted from the moment the request was handed to the kernel.
  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64)

  /// The connection broke, or was answered with what is not HTTP, before the answer to its request.
  func failed(connection: Int, reason: String)
}

extension LoadWork {
  var isOver: Bool { false }
}
