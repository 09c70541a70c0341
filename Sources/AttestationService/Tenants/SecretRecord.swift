/// What the database knows of one secret.
struct SecretRecord: Sendable {
  let hash: [UInt8]
  let principal: Principal
  let isRevoked: Bool
  let isTenantSuspended: Bool
}
