import Foundation

/// The JSON of the calls, in the names of the service API.
extension TenantBackend {
  struct AdmissionBody: Encodable {
    let installation_id: String
    let supported: Bool
    let last_error: String?
  }

  struct AdmissionReply: Decodable {
    let decision: String
    let challenge: String?
    let expires_in: Double?
    let retry_after_seconds: Double?

    /// What the reply decides. A decision that this library does not know reads as a wait, never as a permission.
    func decision(form: AttestationChallenge.Form, at now: Date) -> AdmissionDecision {
      switch decision {
      case "registered": return .registered
      case "off": return .off
      case "attest":
        guard let challenge else { break }
        let lifetime = expires_in ?? 300
        return .attest(AttestationChallenge(text: challenge, form: form, expiresAt: now + lifetime))
      default: break
      }
      return .wait(seconds: max(1, retry_after_seconds ?? 60))
    }
  }

  struct AttestationBody: Encodable {
    let key_id: String
    let challenge: String
    let attestation: String
  }

  struct KeyReply: Decodable {
    let state: String?
    let status: String?

    /// A key that is known and no longer stands is of no use.
    var answer: RegistrationAnswer {
      switch state ?? status {
      case "registered", "active": .registered(credential: nil)
      case let other: .refused(ServerRefusal(status: 200, code: "key_\(other ?? "unknown")", advice: .newKey))
      }
    }
  }

  struct ChallengeBody: Encodable {
    let operation: String
  }

  struct ChallengeReply: Decodable {
    let challenge: String
  }
}
