import Dispatch

/// How many more connections may be open.
struct FreePlaces: Sendable {
  // It begins at zero because a semaphore must not end below where it began.
  private let semaphore = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    for _ in 0..<count { semaphore.signal() }
  }

  /// Waits for a place and takes it.
  func take() { semaphore.wait() }

  /// A connection ended, or never came to be.
  func giveBack() { semaphore.signal() }
}
