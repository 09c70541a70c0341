/// Whose a secret is. A class, because every request asks for one.
final class SecretHolder: Sendable {
  let principal: Principal
  let isSuspended: Bool

  init(principal: Principal, isSuspended: Bool) {
    self.principal = principal
    self.isSuspended = isSuspended
  }
}
