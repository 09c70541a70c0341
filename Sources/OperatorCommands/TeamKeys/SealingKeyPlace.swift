import AttestationService
import Postgres

/// What a command seals with: the public half of the master key that is given, or else the one that a worker published.
struct SealingKeyPlace: Sendable {
  private let given: SealingKey?
  private let store: SealingKeyStore

  static func find(_ console: Console, _ pool: PostgresPool) async throws -> SealingKeyPlace {
    let isGiven = ["ASSAY_MASTER_KEY", "ASSAY_MASTER_KEY_FILE"].contains { console.environment[$0]?.isEmpty == false }
    let given = isGiven ? try MasterKeyPlace.read("ASSAY_MASTER_KEY", console).sealingKey : nil
    let place = SealingKeyPlace(given: given, store: SealingKeyStore(pool: pool))
    try await place.check()
    return place
  }

  /// Hands the key in force to `body`: once more with its successor when `assay secrets rotate` came between.
  func sealing<R>(_ body: (SealingKey) async throws -> R) async throws -> R {
    guard let given else {
      guard let result = try await store.sealing(body) else { throw Self.nothingPublished }
      return result
    }
    do { return try await body(given) } catch let error as PostgresError where error.isSealingKeyReplaced {
      throw Self.notInForce(given)
    }
  }

  /// Before anything is asked: whoever confirms shall not be refused for this.
  private func check() async throws {
    let published = try await store.inForce()
    guard let given else {
      if published == nil { throw Self.nothingPublished }
      return
    }
    if let published, published != given { throw Self.notInForce(given) }
  }

  private static let nothingPublished = UsageError(
    "no worker has published a sealing key yet",
    mend: "Start a worker first, or put the master key into a file and name it in ASSAY_MASTER_KEY_FILE.")

  private static func notInForce(_ given: SealingKey) -> CommandFailure {
    CommandFailure(
      """
      the master key \(given.fingerprint) is not the one in force; nothing was stored. Give that one, or none: then what is \
      published is used.
      """)
  }
}
