import AppleLab
import Foundation
import Testing

@Suite("What a key may sign for, through the API and PostgreSQL")
struct KeyScopeEndToEndTests {
  @Test("a key signs only for the App ID that it was attested for, also where its app has several")
  func attestedAppID() async throws {
    try await Stage.with { stage in
      let body = """
        {"app_id":"\(Stage.appID)","platforms":["ios","macos"],\
        "policy":{"mac_signing_identifiers":["com.example.mac","com.example.app"],"unknown_platform":"accept"}}
        """
      #expect(try await stage.tenant.call("POST", "/v1/apps", body).status == 201)
      let phone = stage.phone()
      var key = try await phone.register()
      let mac = TestPhone(
        caller: phone.caller, account: phone.account,
        device: LabDevice(authorities: stage.authorities, appID: "ABCDE12345.com.example.mac", shape: .ios27))
      let foreign = try mac.assertion(&key, challenge: try await mac.challenge())
      #expect(try await mac.assert(foreign).verdict == "403 app_id_mismatch stop")
      let own = try phone.assertion(&key, challenge: try await phone.challenge())
      #expect(try await phone.assert(own).verdict == "200")
      #expect(
        try await stage.count("SELECT count(*) FROM assay.keys WHERE attested_app_id = '\(Stage.appID)'") == 1)
      #expect(try await stage.projectionDifferences() == [])
    }
  }

  @Test("a key that was registered before its App ID was kept signs for any App ID of its app")
  func unknownAppID() async throws {
    try await Stage.with { stage in
      try await stage.registerApp()
      let phone = stage.phone()
      var key = try await phone.register()
      _ = try await stage.count(
        "WITH u AS (UPDATE assay.keys SET attested_app_id = NULL RETURNING 1) SELECT count(*) FROM u")
      let own = try phone.assertion(&key, challenge: try await phone.challenge())
      #expect(try await phone.assert(own).verdict == "200")
    }
  }

  @Test("a key of an environment that its app no longer accepts signs no more")
  func environment() async throws {
    try await Stage.with { stage in
      let body = #"{"app_id":"\#(Stage.appID)","environments":["production","development"]}"#
      #expect(try await stage.tenant.call("POST", "/v1/apps", body).status == 201)
      let phone = stage.phone(shape: .ios27Development)
      var key = try await phone.register()
      let first = try phone.assertion(&key, challenge: try await phone.challenge())
      #expect(try await phone.assert(first).verdict == "200")
      _ = try await stage.tenant.call("PATCH", TestPhone.path, #"{"environments":["production"]}"#)
      try await stage.until("403 environment_not_accepted new_key") {
        try await phone.assert(try phone.assertion(&key, challenge: try await phone.challenge())).verdict
      }
      let production = stage.phone(account: "bob")
      var other = try await production.register()
      let second = try production.assertion(&other, challenge: try await production.challenge())
      #expect(try await production.assert(second).verdict == "200")
    }
  }
}
