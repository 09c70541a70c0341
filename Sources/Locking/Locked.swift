import Foundation

/// A value that is reached only under its lock.
///
/// It does what `Synchronization.Mutex` does, on a POSIX mutex. The standard library's mutex on Linux is a futex
/// inside a library that the thread sanitizer does not see into: every value under it is reported as a race
/// (eight lines show it, Swift 6.3.1). POSIX mutexes it knows. If the standard library's becomes visible to it, this
/// type can go.
///
/// `@unchecked Sendable`: `value` is touched only between lock and unlock; the mutex lives at a fixed address for as
/// long as the object.
public final class Locked<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Puts a value under a lock of its own.
  public init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` alone with the value. It must not wait, nor ask for the same lock again.
  @inline(__always)
  public func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
