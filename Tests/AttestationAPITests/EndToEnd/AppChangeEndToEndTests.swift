import AppleLab
import Cryptography
import Foundation
import Testing

@Suite("Changes of an app, through the API and PostgreSQL")
struct AppChangeEndToEndTests {
  @Test("a change leaves what it does not name as it is")
  func fieldByField() async throws {
    try await Stage.with { stage in
      try await stage.registerApp(
        policy: """
          {"receipt":"require","validation_categories":{"production":[4],"development":[3]},\
          "challenge_lifetimes":{"assertion_seconds":60},"mac_signing_identifiers":["a.b"]}
          """)
      let changed = try await stage.tenant.call(
        "PATCH", TestPhone.path,
        #"{"policy":{"missing_extension":"require","validation_categories":{"production":[2,4]}}}"#)
      #expect(changed.status == 200)
      for part in [
        #""receipt":"require""#, #""missing_extension":"require""#,
        #""validation_categories":{"development":[3],"production":[2,4]}"#, #""assertion_seconds":60"#,
        #""mac_signing_identifiers":["a.b"]"#, #""environments":["production"]"#,
      ] { #expect(changed.text.contains(part), "\(part) is not in \(changed.text)") }
      let platforms = try await stage.tenant.call("PATCH", TestPhone.path, #"{"platforms":["tvos"]}"#)
      #expect(platforms.text.contains(#""receipt":"require""#) && platforms.text.contains(#"["tvos"]"#))
      #expect(try await stage.projectionDifferences() == [])
    }
  }

  @Test("of changes at the same moment none undoes another")
  func noLostUpdate() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let changes = [
        #"{"receipt":"require"}"#, #"{"missing_extension":"require"}"#, #"{"unknown_platform":"accept"}"#,
        #"{"client_data_hash":"challenge_bytes"}"#, #"{"challenge_lifetimes":{"assertion_seconds":61}}"#,
        #"{"challenge_lifetimes":{"attestation_seconds":62}}"#, #"{"client_data_challenge_pointer":"/c"}"#,
      ]
      try await withThrowingTaskGroup(of: Int.self) { group in
        for change in changes {
          group.addTask {
            try await stage.tenant.call("PATCH", TestPhone.path, #"{"policy":\#(change)}"#).status
          }
        }
        for try await status in group { #expect(status == 200) }
      }
      let shown = try await stage.tenant.call("GET", TestPhone.path).text
      for part in [
        #""receipt":"require""#, #""missing_extension":"require""#, #""unknown_platform":"accept""#,
        #""client_data_hash":"challenge_bytes""#, #"{"assertion_seconds":61,"attestation_seconds":62}"#,
        #""client_data_challenge_pointer":"/c""#,
      ] { #expect(shown.contains(part), "\(part) is not in \(shown)") }
      #expect(try await stage.projectionDifferences() == [])
    }
  }

  @Test("every change that is made through the API names its request in its event")
  func correlation() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let key = try await stage.phone().register()
      _ = try await stage.tenant.call("PATCH", TestPhone.path, #"{"policy":{"receipt":"require"}}"#)
      let keyPath = TestPhone.path + "/keys/" + Base64.encodeURL(key.keyID)
      _ = try await stage.tenant.call("DELETE", keyPath, #"{"reason":"lost"}"#)
      #expect(try await stage.tenant.call("DELETE", TestPhone.path).status == 204)
      for type in ["app_created", "app_changed", "key_revoked", "app_deleted"] {
        let events = try await stage.events(type)
        #expect(events.contains(#""correlation_id":""#), "\(events)")
      }
    }
  }
}
