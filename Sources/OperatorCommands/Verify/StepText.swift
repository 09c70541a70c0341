/// The steps in words.
enum StepText {
  static func title(_ step: String) -> String {
    titles[step] ?? step
  }

  static let titles: [String: String] = [
    "format": "Shape of the object",
    "certificate_chain": "Certificates: up to Apple's root, valid at that instant",
    "client_data_hash": "Client data hash",
    "nonce": "Nonce over authenticator data and client data hash",
    "access_control": "Access control of the key, for Macs",
    "key_identifier": "Key identifier of the certificate's key",
    "relying_party": "App ID",
    "counter": "Counter",
    "environment": "Environment",
    "credential": "Credential identifier and COSE key",
    "validation_category": "Validation category",
    "bundle_version": "Bundle version",
    "signature": "Signature",
    "challenge": "Challenge inside the signed bytes",
    "payload": "Fields of the payload",
    "app_id": "App ID",
    "creation_time": "Creation within five minutes of that instant",
    "public_key": "Key",
    "type": "Type",
    "risk_metric": "Risk metric, in a refreshed receipt",
  ]
}
