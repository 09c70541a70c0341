import Foundation

/// Opens challenges that came back.
struct ChallengeDesk: Sendable {
  let keyring: ChallengeKeyring
  let lab: LabSwitch?

  /// The challenge, if this service made it for this scope and it has not expired. Asks no database.
  func open(_ bytes: [UInt8], scope: ChallengeScope, at instant: Date) throws(Refusal) -> ChallengeToken {
    guard
      let token = lab?.planted.token(for: bytes, in: scope)
        ?? ChallengeToken.open(bytes, scope: scope, keys: keyring.current)
    else { throw .challengeUnknown }
    guard token.expiresAt > instant else { throw .challengeExpired }
    return token
  }
}
