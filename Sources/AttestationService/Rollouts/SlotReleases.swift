import Foundation
import Locking
import Pacing

/// Answers held requests at their slots' moments, on a thread of its own: a busy task pool must not make slots late.
///
/// A slot whose moment has passed by more than the tolerance is not used any more: it goes back to the budget, and the
/// installation gets another.
final class SlotReleases: Sendable {
  struct Release: Sendable {
    let moment: Microseconds
    let place: AdmissionPacer.Place
    let installation: ParkedInstallation
  }

  private struct State {
    var waiting: [Release] = []
    var isStopped = false
  }

  /// Who hears of slots that were missed.
  struct Missed: Sendable {
    /// Takes back a slot that passed before its release, and its installation.
    let unreleased: @Sendable (Release) -> Void
    /// Takes back a slot whose answer could not go out in time.
    let unsent: @Sendable (Release) -> Void
  }

  private let clock: DatabaseClock
  private let state = Locked(State())
  private let changed = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  init(clock: DatabaseClock) { self.clock = clock }

  func start(_ missed: Missed) {
    let thread = Thread { [self] in run(missed) }
    thread.name = "admissions"
    thread.start()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    changed.signal()
    ended.wait()
  }

  func add(_ release: Release) {
    let isNext = state.withLock { state in
      let index = state.waiting.lastIndex { $0.moment <= release.moment }.map { $0 + 1 } ?? 0
      state.waiting.insert(release, at: index)
      return index == 0
    }
    if isNext { changed.signal() }
  }

  private func run(_ missed: Missed) {
    defer { ended.signal() }
    while !state.withLock({ $0.isStopped }) {
      guard let next = state.withLock({ $0.waiting.first?.moment }), let now = clock.now() else {
        changed.wait()
        continue
      }
      if next > now {
        _ = changed.wait(timeout: .now() + .microseconds(Int(next - now)))
        continue
      }
      let release = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      if let release { answer(release, now: now, missed) }
    }
    for release in state.withLock({ $0.waiting }) { release.installation.completion(.success(.wait(seconds: 1))) }
  }

  private func answer(_ release: Release, now: Microseconds, _ missed: Missed) {
    let installation = release.installation
    guard now - release.moment <= BudgetGrid.releaseTolerance else { return missed.unreleased(release) }
    guard let challenge = installation.challenge, let expiresAt = installation.expiresAt else {
      return installation.completion(.failure(.internalFault))
    }
    let slot = AdmissionSlot(moment: release.moment, clock: clock) { missed.unsent(release) }
    installation.completion(.success(.attest(challenge: challenge, expiresAt: expiresAt, slot: slot)))
  }
}
