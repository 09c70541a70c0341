/// The steps in words.
enum StepText {
  static func title(_ step: String) -> String {
    titles[step] ?? step
  }

  static let titles: [String: String] = [
    "format": "The object has the documented shape",
    "certificate_chain": "The certificates lead to Apple's root and are valid at that instant",
    "client_data_hash": "The client data hash is the expected one",
    "nonce": "The certificate's nonce covers authenticator data and challenge",
    "access_control": "The key's access control fits the platform",
    "key_identifier": "The certificate's key is the named key",
    "relying_party": "It is for this app",
    "counter": "The counter is right",
    "environment": "The environment is the expected one",
    "credential": "Credential identifier and COSE key are the same key",
    "validation_category": "The validation category is accepted",
    "bundle_version": "The bundle version is accepted",
    "signature": "The signature is right",
    "challenge": "The challenge is inside the signed bytes",
    "payload": "The payload can be read",
    "app_id": "It is for this app",
    "creation_time": "It was made within five minutes of that instant",
    "public_key": "It is for this key",
    "type": "The type is the expected one",
    "risk_metric": "A refreshed receipt has its risk metric",
  ]
}
