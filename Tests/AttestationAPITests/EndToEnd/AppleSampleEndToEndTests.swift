import AttestationService
import Cryptography
import Foundation
import Testing

@Suite("Apple's published sample, through the API of a lab server")
struct AppleSampleEndToEndTests {
  @Test("is registered at its own pinned instant with its planted challenge, and marked")
  func registered() async throws {
    let object = try String(contentsOf: Self.fixture, encoding: .utf8).filter { !$0.isWhitespace }
    try await Stage.with { stage in
      let app = "/v1/apps/1234567890.com.example.myapp"
      let created = try await stage.tenant.call(
        "POST", "/v1/apps",
        """
        {"app_id":"1234567890.com.example.myapp","policy":{"client_data_hash":"challenge_bytes",\
        "validation_categories":{"production":[1]},"lab":{"verification_instant":"2026-04-21T18:13:13Z"}}}
        """)
      #expect(created.verdict == "201")
      let challenge = Base64.encode(Array("example_server_challenge".utf8))
      _ = try await stage.tenant.call(
        "POST", app + "/challenges",
        #"{"purpose":"attestation","account_id":"a","planted_challenge":"\#(challenge)"}"#)
      let answer = try await stage.tenant.call(
        "POST", app + "/attestations",
        """
        {"account_id":"a","key_id":"zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=","challenge":"\(challenge)",\
        "attestation":"\(object)"}
        """)
      #expect(answer.verdict == "201", "\(answer.text)")
      #expect(answer.text.contains(#""receipt":{"verdict":"accepted"}"#))
      #expect(answer.text.contains(#""lab":true"#))
    }
  }

  private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/apple-sample-attestation.base64")
}
