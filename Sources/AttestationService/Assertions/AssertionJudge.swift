import AppAttest
import Cryptography

/// Checks what needs no database: the signature, the App ID, the challenge inside the signed bytes, and the extensions.
/// The counter, and whether a key that showed its extensions still does, are the database's to judge.
enum AssertionJudge {
  static func judge(_ submission: AssertionSubmission, key: RegisteredKey) -> AssertionVerdict {
    guard AccountName.areSame(key.account, submission.account) else { return .refused(.keyOfAnotherAccount) }
    do throws(AssertionRefusal) {
      let clientData = clientData(submission)
      let signed = try Assertion(parsing: submission.assertion)
        .verifySignature(clientDataHash: SHA256.hash(clientData), publicKey: key.publicKey)
      return judge(signed, submission, clientData, key)
    } catch {
      return .refused(.assertion(error))
    }
  }

  private static func judge(
    _ signed: SignedAssertion, _ submission: AssertionSubmission, _ clientData: [UInt8], _ key: RegisteredKey
  ) -> AssertionVerdict {
    guard submission.app.environments.contains(key.environment) else { return .judged(signed, .environmentNotAccepted) }
    do throws(AssertionRefusal) {
      let rpIDHash = signed.authenticatorData.rpIDHash
      guard submission.app.relyingPartyHashes.contains(rpIDHash), rpIDHash == key.relyingPartyHash ?? rpIDHash else {
        throw .relyingPartyMismatch
      }
      try checkChallenge(submission, clientData)
      let record = SignedAssertion.KeyRecord(
        rpIDHash: rpIDHash, counter: 0, environment: key.environment.core, mustShowExtensions: false)
      try signed.judgeExtensions(record, policy: submission.app.extensionPolicy)
      guard submission.app.acceptsBundleVersion(signed.bundleVersion) else { throw .bundleVersionNotAccepted }
      return .judged(signed, nil)
    } catch {
      return .judged(signed, .assertion(error))
    }
  }

  private static func clientData(_ submission: AssertionSubmission) -> [UInt8] {
    switch submission.signed {
    case .clientData(let bytes): bytes
    case .request(let method, let pathAndQuery, let bodySHA256):
      RequestBinding(
        bodySHA256: bodySHA256, challenge: Base64.encode(submission.challenge), method: method,
        pathAndQuery: pathAndQuery
      ).clientData
    }
  }

  /// The binding is formed from the challenge, so that only client data given as bytes must be searched.
  private static func checkChallenge(
    _ submission: AssertionSubmission, _ clientData: [UInt8]
  ) throws(AssertionRefusal) {
    guard case .clientData = submission.signed else { return }
    let policy = submission.app.policy
    let asText = policy.clientDataHash == .sha256OfChallengeText
    let challenge = asText ? [UInt8](Base64.encode(submission.challenge).utf8) : submission.challenge
    try ChallengeRule(
      challenge: challenge, pointer: policy.clientDataChallengePointer, encoding: asText ? .text : .base64
    ).check(clientData)
  }
}
