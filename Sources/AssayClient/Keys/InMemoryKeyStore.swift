/// A store that lasts as long as the process: for tests, previews and simulated devices.
public actor InMemoryKeyStore: KeyStore {
  private var records: [AccountID: KeyRecord]

  /// A store with the given records in it.
  public init(_ records: [AccountID: KeyRecord] = [:]) {
    self.records = records
  }

  public func record(for account: AccountID) -> KeyRecord? {
    records[account]
  }

  public func save(_ record: KeyRecord, for account: AccountID) {
    records[account] = record
  }

  public func remove(_ account: AccountID) {
    records[account] = nil
  }
}
