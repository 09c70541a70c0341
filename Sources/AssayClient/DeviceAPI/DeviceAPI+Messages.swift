/// The JSON of the calls.
extension DeviceAPI {
  struct ChallengeReply: Decodable {
    let challenge: String
    let expires_in: Double
  }

  struct AccountBody: Encodable {
    struct Attestation: Encodable {
      let key_id: String
      let challenge: String
      let object: String
    }

    let attestation: Attestation?
  }

  struct AccountReply: Decodable {
    let account: Account
    let token: String
  }
}
