import CLibPQ

/// The one owner of a `PGcancel`, which libpq allows on any thread.
///
/// `@unchecked Sendable`: it is never changed, and `PQcancel` is documented to be safe from any thread.
final class CancelHandle: @unchecked Sendable {
  private let raw: OpaquePointer

  init(takingOwnership raw: OpaquePointer) { self.raw = raw }

  deinit { PQfreeCancel(raw) }

  /// Asks the server to cancel what the connection runs; blocks for a round trip.
  func send() {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      _ = PQcancel(raw, buffer.baseAddress, Int32(buffer.count))
    }
  }
}
