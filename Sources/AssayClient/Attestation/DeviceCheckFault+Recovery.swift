extension DeviceCheckFault {
  /// The call of the attestation service that failed.
  public enum Operation: Sendable, CaseIterable {
    /// `generateKey`
    case generateKey
    /// `attestKey`
    case attestKey
    /// `generateAssertion`
    case generateAssertion
  }

  /// What becomes of the key after a fault.
  public enum Recovery: Sendable, Equatable {
    /// There is no key yet; another attempt may make one later.
    case tryLater
    /// Keep the key and the hash, and come back when the server says so: a new key would raise the device's fraud metric.
    case keepKeyAndHash
    /// The key is of no use any more. The next attempt starts with a new one.
    case dropKey
    /// The device cannot attest. The server decides what it may do.
    case unsupported
  }

  /// What to do after this fault of `operation`, as Apple's guides have it.
  public func recovery(after operation: Operation) -> Recovery {
    switch (operation, self) {
    case (_, .featureUnsupported): .unsupported
    case (.generateKey, _): .tryLater
    case (.attestKey, .serverUnavailable): .keepKeyAndHash
    // An assertion never contacts Apple. Should the system say this all the same, the key is not to blame.
    case (.generateAssertion, .serverUnavailable): .keepKeyAndHash
    default: .dropKey
    }
  }
}
