/// The bodies of the calls, in Assay's names.
struct ChallengeCall: Encodable {
  let purpose: String
  let account_id: String
  var operation: String?
}

struct AdmissionCall: Encodable {
  let installation_id: String
  let account_id: String
  let supported: Bool
  let last_error: String?
}

struct AttestationCall: Encodable {
  let account_id: String
  let key_id: String
  let challenge: String
  let attestation: String
}

struct AssertionCall: Encodable {
  struct Request: Encodable {
    let method: String
    let path_and_query: String
    let body_sha256: String
  }

  let account_id: String
  let operation: String
  let key_id: String
  let challenge: String
  let assertion: String
  let request: Request
}

struct Problem: Codable {
  let code: String
  let stage: String
  let next: String
  let correlation_id: String?
}
