#if canImport(Security) && canImport(DeviceCheck)
  import Foundation
  import Security

  /// The keychain, with items that stay on this device and can be read after the first unlock, so that a background task
  /// can attest.
  ///
  /// A keychain item outlives a reinstallation of the app, the key in the Secure Enclave does not. The client notices at the
  /// first signature, drops the record and registers a new key.
  public struct KeychainKeyStore: KeyStore {
    /// A status that the keychain answered.
    public struct Failure: Error, Sendable, Equatable {
      /// The number, as `SecItem…` gave it.
      public let status: OSStatus
    }

    private let service: String
    private let accessGroup: String?

    /// A store under a service name; with an access group, an app and its App Clip share it.
    public init(service: String = "assay.app-attest", accessGroup: String? = nil) {
      self.service = service
      self.accessGroup = accessGroup
    }

    /// The record of the account, if there is one.
    public func record(for account: AccountID) async throws -> KeyRecord? {
      var query = item(account)
      query[kSecReturnData as String] = true
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      guard status == errSecSuccess, let data = found as? Data else { throw Failure(status: status) }
      return try JSONDecoder().decode(KeyRecord.self, from: data)
    }

    /// Keeps the record in place of what was there, for this device only.
    public func save(_ record: KeyRecord, for account: AccountID) async throws {
      let data = try JSONEncoder().encode(record)
      let update = [kSecValueData as String: data] as CFDictionary
      let updated = SecItemUpdate(item(account) as CFDictionary, update)
      if updated == errSecSuccess { return }
      guard updated == errSecItemNotFound else { throw Failure(status: updated) }
      var added = item(account)
      added[kSecValueData as String] = data
      added[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      let status = SecItemAdd(added as CFDictionary, nil)
      guard status == errSecSuccess else { throw Failure(status: status) }
    }

    /// Forgets the account's record.
    public func remove(_ account: AccountID) async throws {
      let status = SecItemDelete(item(account) as CFDictionary)
      guard status == errSecSuccess || status == errSecItemNotFound else { throw Failure(status: status) }
    }

    private func item(_ account: AccountID) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account.value,
        kSecUseDataProtectionKeychain as String: true,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }
  }
#endif
