import AppAttest
import Cryptography
import Foundation

/// Apple's published attestation with what it is held against, at its own instant.
struct AppleSample {
  let object: [UInt8]
  let expectation: AttestationVerifier.Expectation
  let instant: Date

  init(contentsOf path: String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8).filter { !$0.isWhitespace }
    guard let object = Base64.decode(text), let keyID = Base64.decode("zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=")
    else { throw BenchmarkError.unreadable }
    self.object = object
    expectation = AttestationVerifier.Expectation(
      keyID: keyID,
      // The sample was made with the raw challenge where its text says hash.
      clientDataHash: Array("example_server_challenge".utf8),
      policy: AttestationPolicy(
        appIDs: ["1234567890.com.example.myapp"], environments: [.production],
        extensions: ExtensionPolicy(categories: .notJudged)))
    instant = RFC3339.parse("2026-04-21T18:13:13Z") ?? .distantPast
  }
}
