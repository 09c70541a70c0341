import Postgres

/// Makes the partitions of the coming days. Every replica does; the database lets one at a time.
struct PartitionKeeper: Sendable {
  static let interval: Duration = .seconds(3_600)
  let pool: PostgresPool

  func run(reporting fault: @escaping @Sendable (any Error) -> Void) async {
    while !Task.isCancelled {
      var pause = Self.interval
      do {
        try await pool.withConnection { _ = try await $0.query("SELECT assay.make_partitions()") }
      } catch {
        fault(error)
        pause = .seconds(5)
      }
      try? await Task.sleep(for: pause)
    }
  }
}
