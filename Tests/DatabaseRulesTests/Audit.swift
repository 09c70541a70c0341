import Postgres
import PostgresTestSupport

/// What the events of a tenant's keys say after a race, against what may never be.
struct Audit: Equatable {
  var accepted: Int
  var challengesAcceptedTwice = 0
  /// Accepted events whose counter is not above the one accepted before.
  var staleCounters = 0
  var versionGaps = 0
  /// Keys whose state is not what their events say.
  var strayStates = 0

  init(accepted: Int) { self.accepted = accepted }

  init(of tenant: Int64, _ database: TestDatabase) throws {
    let connection = try PipelineConnection(database.configuration())
    func count(_ sql: String) throws -> Int {
      try connection.query(
        """
        with e as (select * from assay.events where tenant_id = $1 and stream in (select key_pk from assay.keys)),
          a as (select * from e where type = 40)
        \(sql)
        """, [.int8(tenant)]
      ).single().decode(0)
    }
    accepted = try count("select count(*) from a")
    challengesAcceptedTwice = try count(
      "select count(*) from (select from a group by subject having count(*) > 1) twice")
    staleCounters = try count(
      """
      select count(*) from (
        select counter <= lag(counter) over (partition by stream order by version) as is_stale from a) s where is_stale
      """)
    versionGaps = try count(
      """
      select count(*) from (
        select from e group by stream having count(distinct version) <> max(version) or count(*) <> max(version)) gaps
      """)
    strayStates = try count(
      """
      select count(*) from assay.key_state s where s.tenant_id = $1
        and (s.version <> (select max(version) from e where stream = s.key_pk)
          or s.counter <> coalesce((select max(counter) from a where stream = s.key_pk), 0))
      """)
  }
}
