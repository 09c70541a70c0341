import AppAttest
import Cryptography
import Foundation

/// Which common mistake would explain a refusal. Nothing is accepted because of it.
struct AttestationExplanation {
  let refusal: AttestationRefusal
  let object: AttestationObject?
  let challenge: GivenChallenge
  let expectation: AttestationVerifier.Expectation
  let instant: Date

  var text: String? {
    guard let object, let leaf = object.certificates.first.flatMap({ try? Certificate(der: $0) }) else { return nil }
    let extensions = LeafExtensions(leaf)
    switch refusal {
    case .nonceMismatch: return nonce(object, extensions)
    case .certificateExpired, .certificateNotYetValid:
      return "its credential certificate was valid from \(RFC3339.format(leaf.notBefore)) to "
        + "\(RFC3339.format(leaf.notAfter)); an attestation is verified as of its arrival: use --at."
    case .relyingPartyMismatch:
      return extensions.appID.map { "its certificate names the App ID \($0)." }
    case .keyIdentifierMismatch:
      return "its key's identifier is \(Base64.encode(object.credential.credentialID))."
    case .wrongEnvironment:
      return AttestationFacts.environment(object).map { "it was made in the \($0.rawValue) environment." }
    case .categoryNotAccepted:
      return object.authenticatorData.extensions?.validationCategory.map {
        "its validation category is \($0) (\(CategoryText.name($0)))."
      }
    default: return nil
    }
  }

  private func nonce(_ object: AttestationObject, _ extensions: LeafExtensions) -> String {
    let match = challenge.candidates.first { object.nonce(clientDataHash: $0.hash) == extensions.nonce }
    guard let match else {
      return "none of the common mistakes explains it (raw challenge, hashed text, Base64 text): "
        + "it was made for another challenge, or its authenticator data were changed."
    }
    return "this would match: \(match.meaning) (client data hash \(Hex.encode(match.hash)))."
  }
}
