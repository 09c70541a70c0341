/// Where the records of keys are kept, one for each account.
///
/// A record must outlive the process and must not travel to another device: the key cannot follow.
public protocol KeyStore: Sendable {
  /// The record of the account, if there is one.
  func record(for account: AccountID) async throws -> KeyRecord?
  /// Keeps the record in place of what was there.
  func save(_ record: KeyRecord, for account: AccountID) async throws
  /// Forgets the account's record.
  func remove(_ account: AccountID) async throws
}
