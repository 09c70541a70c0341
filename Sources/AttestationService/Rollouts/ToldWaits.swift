import Locking
import Pacing

/// Who was told to come back, and when: whoever asks again before is told the same, from memory.
///
/// Nothing is lost with it: moments stand in the database, and without this memory an answer only costs a reading. It
/// holds until the moment comes, or until what lets installations in has changed.
final class ToldWaits: Sendable {
  /// What was said.
  struct Told: Sendable {
    let until: Microseconds
    let place: AdmissionPacer.Place?
    let generation: Int
  }

  private struct Installation: Hashable, Sendable {
    let app: Int64
    let high: UInt64
    let low: UInt64

    init(app: Int64, key: InstallationKey) {
      self.app = app
      high = key.bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      low = key.bytes.dropFirst(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
  }

  private static let capacity = 1 << 19
  private let told = Locked(GenerationCache<Installation, Told>(capacity: capacity))

  /// What an installation was told under what is in force; nil when it is to be asked about again.
  func answer(app: Int64, key: InstallationKey, generation: Int, now: Microseconds) -> Told? {
    let installation = Installation(app: app, key: key)
    guard let told = told.withLock({ $0.value(for: installation) }), told.generation == generation,
      told.until > now + AdmissionLot.early
    else { return nil }
    return told
  }

  /// An installation is told to come back.
  func remember(_ told: Told, app: Int64, key: InstallationKey) {
    let installation = Installation(app: app, key: key)
    self.told.withLock { $0.insert(told, for: installation) }
  }
}
