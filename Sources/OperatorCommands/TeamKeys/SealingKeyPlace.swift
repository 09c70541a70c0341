import AttestationService
import Postgres

/// What a command seals with: the public half of the master key that is given, or else the one that a worker published.
enum SealingKeyPlace {
  static func find(_ console: Console, _ pool: PostgresPool) async throws -> SealingKey {
    let isGiven = ["ASSAY_MASTER_KEY", "ASSAY_MASTER_KEY_FILE"].contains { console.environment[$0]?.isEmpty == false }
    let store = SealingKeyStore(pool: pool)
    guard isGiven else {
      guard let published = try await store.inForce() else {
        throw UsageError(
          "no worker has published a sealing key yet",
          mend: "Start a worker first, or put the master key into a file and name it in ASSAY_MASTER_KEY_FILE.")
      }
      return published
    }
    let given = try MasterKeyPlace.read("ASSAY_MASTER_KEY", console).sealingKey
    if let published = try await store.inForce(), published != given {
      throw CommandFailure("the master key \(given.fingerprint) is not the one in force, \(published.fingerprint)")
    }
    return given
  }
}
