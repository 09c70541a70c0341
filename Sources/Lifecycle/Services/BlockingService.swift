import Dispatch

/// A service with threads of its own: started by one call, stopped by another, both of which may block.
public struct BlockingService: Service {
  /// A name for logs.
  public let name: String
  private let start: @Sendable () throws -> Void
  private let stop: @Sendable () -> Void

  /// A service of two calls. Neither runs on Swift's own threads.
  public init(_ name: String, start: @escaping @Sendable () throws -> Void, stop: @escaping @Sendable () -> Void) {
    self.name = name
    self.start = start
    self.stop = stop
  }

  /// Starts, waits for the request to stop, stops.
  public func run(_ lifetime: ServiceLifetime) async throws {
    let queue = DispatchQueue(label: "service.\(name)")
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try start() }) }
    }
    lifetime.started()
    await lifetime.stopRequested()
    await withCheckedContinuation { continuation in
      queue.async {
        stop()
        continuation.resume()
      }
    }
  }
}
