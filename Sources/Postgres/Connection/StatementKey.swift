/// What makes two statements the same prepared statement: the text and the types of the binds.
struct StatementKey: Hashable {
  let sql: String
  let types: [UInt32]

  init(_ statement: PostgresStatement) {
    sql = statement.sql
    types = statement.binds.map(\.typeIdentifier)
  }
}
