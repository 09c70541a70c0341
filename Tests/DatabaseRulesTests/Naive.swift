import Postgres
import PostgresTestSupport

/// What many published servers do: read, decide, write. Its version numbers come from a sequence of random ones, because
/// it has nothing that would keep them apart.
enum Naive {
  static func record(_ row: TestAssertions.Row, _ tenant: Int64, _ connection: PipelineConnection) throws {
    let found = try connection.query(
      """
      select exists (select from assay.assertion_challenges where challenge_id = $1) and s.counter < $3
      from assay.key_state s where s.key_pk = $2
      """, [.int8(row.challenge), .int8(row.key), .int8(row.counter)])
    guard try found.single().decode(0, as: Bool.self), row.refusal.isEmpty else { return }
    _ = try connection.query("delete from assay.assertion_challenges where challenge_id = $1", [.int8(row.challenge)])
    _ = try connection.query(
      "update assay.key_state set counter = $2 where key_pk = $1", [.int8(row.key), .int8(row.counter)])
    _ = try connection.query(
      """
      insert into assay.events (tenant_id, stream, version, at, epoch, type, counter, subject)
      values ($1, $2, nextval('assay.id_seq'), clock_timestamp(), 1, 40, $3, $4)
      """, [.int8(tenant), .int8(row.key), .int8(row.counter), .int8(row.challenge)])
  }
}
