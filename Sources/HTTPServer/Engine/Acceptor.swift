import CMicroHTTPD
import Dispatch
import Foundation
import Synchronization

/// The thread that accepts connections and hands them to the daemon, one for each free place; while there is none, clients
/// wait in the kernel's queue.
///
/// `@unchecked Sendable`: the daemon's pointer may be used from any thread to add connections, and the daemon outlives
/// this thread.
final class Acceptor: @unchecked Sendable {
  private let listener: Int32
  private let daemon: OpaquePointer
  private let places: FreePlaces
  private let isStopping = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(listener: Int32, daemon: OpaquePointer, places: FreePlaces) {
    self.listener = listener
    self.daemon = daemon
    self.places = places
  }

  func start() {
    let thread = Thread { [self] in
      while acceptNext() {}
      ended.signal()
    }
    thread.name = "http-accept"
    thread.start()
  }

  /// Closes the listener; returns when nothing is accepted any more.
  func stop() {
    isStopping.store(true, ordering: .releasing)
    // Both places where the thread may wait.
    CMicroHTTPD_shutdown(listener)
    places.giveBack()
    ended.wait()
    close(listener)
  }

  /// Returns false when the acceptor is to end.
  private func acceptNext() -> Bool {
    places.take()
    if isStopping.load(ordering: .acquiring) { return false }
    var address = sockaddr_storage()
    var length = socklen_t(0)
    let socket = CMicroHTTPD_accept(listener, &address, &length)
    guard socket < 0 else {
      if CMicroHTTPD_add(daemon, socket, &address, length) == 0 { places.giveBack() }
      return true
    }
    let reason = CMicroHTTPD_last_error()
    places.giveBack()
    if isStopping.load(ordering: .acquiring) { return false }
    // Out of descriptors or memory: the client waits in the queue until something has been closed.
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(reason) { Thread.sleep(forTimeInterval: 0.02) }
    return true
  }
}
