/// A store that lasts as long as the process: for tests, previews and simulated devices.
public actor InMemoryKeyStore: KeyStore {
  private var records: [AccountID: KeyRecord]

  /// A store with the given records in it.
  public init(_ records: [AccountID: KeyRecord] = [:]) {
    self.records = records
  }

  /// The record of the account, if there is one.
  public func record(for account: AccountID) -> KeyRecord? {
    records[account]
  }

  /// Keeps the record in place of what was there.
  public func save(_ record: KeyRecord, for account: AccountID) {
    records[account] = record
  }

  /// Forgets the account's record.
  public func remove(_ account: AccountID) {
    records[account] = nil
  }
}
