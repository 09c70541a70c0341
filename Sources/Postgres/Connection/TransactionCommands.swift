/// The commands around a tenant's statements.
enum TransactionCommands {
  /// `SET LOCAL` stands as its own message, because only that form reaches the nodes of a distributed database.
  static func setTenant(_ tenant: Int64) -> Command { .control("SET LOCAL app.tenant = '\(tenant)'") }
  static let begin = Command.control("BEGIN")
  static let commit = Command.control("COMMIT")
  static let rollback = Command.control("ROLLBACK")

  static func prelude(tenant: Int64?) -> [Command] { [begin] + (tenant.map { [setTenant($0)] } ?? []) }
}
