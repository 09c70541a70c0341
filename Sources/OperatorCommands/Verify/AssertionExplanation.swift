import AppAttest
import Cryptography

/// Which common mistake would explain a refusal. Nothing is accepted because of it.
struct AssertionExplanation {
  let refusal: AssertionRefusal
  let assertion: Assertion?
  let publicKey: P256PublicKey
  let clientData: [UInt8]?
  let clientDataHash: [UInt8]
  let counter: UInt32

  var text: String? {
    guard let assertion else { return nil }
    switch refusal {
    case .signatureInvalid: return signature(assertion)
    case .counterNotGreater:
      return "its counter is \(assertion.authenticatorData.counter), and \(counter) was accepted before: a replay, or "
        + "requests that overtook each other."
    case .relyingPartyMismatch:
      return "its App ID has the SHA-256 \(Hex.encode(assertion.authenticatorData.rpIDHash))."
    default: return nil
    }
  }

  private func signature(_ assertion: Assertion) -> String {
    let match = candidates.first { candidate in
      (try? assertion.verifySignature(clientDataHash: candidate.hash, publicKey: publicKey)) != nil
    }
    guard let match else {
      return "none of the common mistakes explains it (unhashed, decoded or trimmed client data): another key signed, "
        + "or other bytes were signed."
    }
    return "this would match: \(match.meaning)."
  }

  private var candidates: [GivenChallenge.Candidate] {
    typealias Candidate = GivenChallenge.Candidate
    guard let clientData else {
      return [
        Candidate(
          hash: SHA256.hash(clientDataHash), meaning: "the SHA-256 of the given hash: something was hashed twice")
      ]
    }
    let trimmed = Array(clientData.reversed().drop { $0 == 0x0A || $0 == 0x0D || $0 == 0x20 }.reversed())
    var list = [
      Candidate(hash: SHA256.hash(trimmed), meaning: "the client data without the line break at their end"),
      Candidate(hash: clientData, meaning: "the client data themselves, without SHA-256"),
      Candidate(hash: SHA256.hash(SHA256.hash(clientData)), meaning: "the SHA-256 applied twice"),
      Candidate(hash: SHA256.hash(Base64.encode(clientData)), meaning: "the client data's Base64 text"),
    ]
    if let decoded = Base64.decode(utf8: trimmed) {
      list.append(Candidate(hash: SHA256.hash(decoded), meaning: "the decoded bytes: the client data are Base64 text"))
    }
    return list
  }
}
