/// Where a secret stands, and the hash that proves it. As a cache's key it is compared by hash values of random secrets,
/// whose timing tells nothing about the secret behind them.
struct SecretPlace: Hashable, Sendable {
  let tenant: Int64
  let secret: Int64
  let hash: [UInt8]
}

/// Whose a secret is.
struct SecretHolder: Sendable {
  let principal: Principal
  let isSuspended: Bool
}
