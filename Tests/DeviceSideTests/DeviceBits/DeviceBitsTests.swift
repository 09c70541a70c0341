import AppleLab
import Cryptography
import Foundation
import OpenAPIFuzz
import StackTestSupport
import Testing

@Suite(
  "DeviceCheck's two bits, against the running programs and the lab's Apple", .enabled(if: TestStack.isPossible),
  .serialized)
struct DeviceBitsTests {
  @Test("a device whose bits were never set: a sentence of Apple's in place of JSON, and never_set for the tenant")
  func neverSet() async throws {
    let shop = try await BitsShop.shared.open()
    let answer = try shop.query(shop.lab.token(of: "new"))
    #expect(answer.status == 200)
    #expect(answer.text == #"{"state":"never_set"}"#)
  }

  @Test("bits that are set are read again, and one that is not given stays as it is")
  func setAndRead() async throws {
    let shop = try await BitsShop.shared.open()
    #expect(try shop.update(shop.lab.token(of: "phone"), ["bit0": true]).status == 204)
    #expect(try shop.update(shop.lab.token(of: "phone"), ["bit1": true]).status == 204)
    #expect(try shop.update(shop.lab.token(of: "phone"), ["bit1": false]).status == 204)
    let answer = try shop.query(shop.lab.token(of: "phone"))
    #expect(answer.object["state"] as? String == "set")
    #expect(answer.object["bit0"] as? Bool == true)
    #expect(answer.object["bit1"] as? Bool == false)
    #expect((answer.object["last_update"] as? String)?.wholeMatch(of: /\d{4}-\d{2}/) != nil)
  }

  @Test("another app of the team reads the same bits")
  func sharedByTheTeam() async throws {
    let shop = try await BitsShop.shared.open()
    #expect(try shop.update(shop.lab.token(of: "shared"), ["bit0": true, "bit1": true]).status == 204)
    let other = try ServiceCaller(try await DeviceShop.shared.app())
    let answer = try other.call(
      "POST", "device-bits/query", ["device_token": Base64.encode(shop.lab.token(of: "shared"))])
    #expect(answer.object["bit1"] as? Bool == true)
  }

  @Test("development devices are asked for at Apple's development host")
  func environments() async throws {
    let shop = try await BitsShop.shared.open()
    let token = shop.lab.token(of: "desk", at: .development)
    #expect(try shop.query(token).row == "422 device_token_refused")
    #expect(try shop.query(token, ["environment": "development"]).status == 200)
  }

  @Test("a token is good for one request: used a second time it is refused, with the field's name")
  func usedToken() async throws {
    let shop = try await BitsShop.shared.open()
    let token = shop.lab.token(of: "once")
    #expect(try shop.query(token).status == 200)
    let answer = try shop.query(token)
    #expect(answer.row == "422 device_token_refused")
    #expect(answer.object["pointer"] as? String == "/device_token")
  }

  @Test(
    "what Apple answers, and what the tenant is told",
    arguments: [
      (DeviceBitsFault.status(400, body: "Bad Device Token", retryAfter: nil), "422 device_token_refused", nil),
      (.status(400, body: "Bad Authorization Token", retryAfter: nil), "409 team_key_refused", nil),
      (.status(401, body: "Authorization Token Expired", retryAfter: nil), "409 team_key_refused", nil),
      (.status(403, body: "Forbidden", retryAfter: nil), "409 device_bits_forbidden", nil),
      (.status(429, body: "Too Many Requests", retryAfter: 7), "503 apple_unavailable", "7"),
      (.status(500, body: "Server Error", retryAfter: nil), "503 apple_unavailable", "5"),
      (.status(503, body: "Service Unavailable", retryAfter: nil), "503 apple_unavailable", "5"),
      (.status(418, body: "", retryAfter: nil), "503 apple_unavailable", "5"),
      (.status(200, body: "welcome", retryAfter: nil), "503 apple_unavailable", "5"),
    ] as [(DeviceBitsFault, String, String?)])
  func answers(_ fault: DeviceBitsFault, _ row: String, _ retryAfter: String?) async throws {
    let shop = try await BitsShop.shared.open()
    // A refused provider token is renewed once a minute at most and the call repeated: both attempts meet the fault.
    shop.lab.fail(with: fault, fault)
    defer { shop.lab.clearFaults() }
    let answer = try shop.query(shop.lab.token(of: "any"))
    #expect(answer.row == row, "\(answer.text)")
    #expect(answer.headers["retry-after"] == retryAfter)
    if row.hasPrefix("503") { #expect(answer.object["next"] as? String == "wait") }
  }

  @Test("an update whose answer never comes: the outcome is not known, and the tenant is told so")
  func lostAnswer() async throws {
    let shop = try await BitsShop.shared.open()
    shop.lab.fail(with: .silence)
    let answer = try shop.update(shop.lab.token(of: "lost"), ["bit0": true])
    #expect(answer.row == "503 device_bits_outcome_unknown")
    #expect(try shop.query(shop.lab.token(of: "lost")).object["bit0"] as? Bool == true)
  }

  @Test(
    "updates of a team are made one at a time, by whichever worker, also those of two tenants; queries go on meanwhile")
  func serialised() async throws {
    let shop = try await BitsShop.shared.open()
    let before = shop.lab.history.count
    shop.lab.fail(with: .delay(0.4), .delay(0.4), .delay(0.4), .delay(0.4), .delay(0.4), .delay(0.4))
    defer { shop.lab.clearFaults() }
    let tokens = (0..<6).map { _ in shop.lab.token(of: "busy") }
    let statuses = try await onThreads(6) { place in
      try shop.update(tokens[place], ["bit0": place % 2 == 0], by: place < 3 ? shop.caller : shop.otherTenant).status
    }
    #expect(statuses == Array(repeating: 204, count: 6))
    let updates = shop.lab.history[before...].sorted { $0.receivedAt < $1.receivedAt }
    #expect(updates.count == 6)
    for (earlier, later) in zip(updates, updates.dropFirst()) { #expect(earlier.answeredAt <= later.receivedAt) }
    #expect(Set(updates.compactMap(\.transaction)).count == 6)
  }

  @Test("a query does not wait for an update that is under way")
  func queriesGoOn() async throws {
    let shop = try await BitsShop.shared.open()
    let before = shop.lab.history.count
    shop.lab.fail(with: .delay(2))
    defer { shop.lab.clearFaults() }
    let (setting, asking) = (shop.lab.token(of: "slow"), shop.lab.token(of: "slow"))
    async let update = onThread { try shop.update(setting, ["bit0": true]).status }
    while shop.lab.history.count == before { try await Task.sleep(for: .milliseconds(5)) }
    #expect(try shop.query(asking).status == 200)
    #expect(Date() < shop.lab.history[before].answeredAt)
    #expect(try await update == 204)
  }

  @Test("the tenant's feed has each update with the app and the bits, and no token")
  func feed() async throws {
    let shop = try await BitsShop.shared.open()
    let token = shop.lab.token(of: "feed")
    #expect(try shop.update(token, ["bit1": true]).status == 204)
    let events = try shop.app.running.stack.assay([
      "events", "read", "--tenant", shop.app.running.tenant, "--type", "device_bits_updated", "--limit", "1000",
    ])
    #expect("\(events)".contains("bit1"))
    for log in [shop.app.running.stack.log] + shop.crew.workers.map(\.log) {
      #expect(!log.contains(Base64.encode(token)))
    }
    #expect(!"\(events)".contains(Base64.encode(token)))
  }

  @Test("no call and no device's token stays in the database")
  func nothingStays() async throws {
    let shop = try await BitsShop.shared.open()
    _ = try shop.query(shop.lab.token(of: "gone"))
    #expect(
      try await shop.app.running.stack.number(
        "select count(*) from assay.device_bits_calls where device_token is not null and state = 2") == 0)
    #expect(
      try await shop.app.running.stack.number(
        "select count(*) from assay.device_bits_calls where state = 0") == 0)
  }

  @Test(
    "a request that is not right is refused before anything is written",
    arguments: [
      (#"{}"#, "422 missing_field"), (#"{"device_token":"*"}"#, "422 invalid_field"),
      (#"{"device_token":""}"#, "422 invalid_field"),
      (#"{"device_token":"AAAA","environment":"lab"}"#, "422 invalid_field"),
      (#"{"device_token":"AAAA"}"#, "422 missing_field"), (#"{"device_token":"AAAA","bit0":1}"#, "422 invalid_field"),
      (#"{"device_token":"AAAA","bit2":true}"#, "422 unknown_field"),
    ])
  func malformed(_ body: String, _ row: String) async throws {
    let shop = try await BitsShop.shared.open()
    let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
    #expect(try shop.caller.call("POST", "device-bits/update", object).row == row)
  }

  @Test("a team without a key: 409 team_key_missing, at once")
  func noKey() async throws {
    let shop = try await BitsShop.shared.open()
    let appID = "ZZZZZ12345.com.example.keyless"
    _ = try shop.app.running.stack.assay(["app", "create", appID, "--tenant", shop.app.running.tenant, "--yes"])
    let keyless = DeviceApp(running: shop.app.running, appID: appID, prefix: "", host: "")
    let answer = try ServiceCaller(keyless).call(
      "POST", "device-bits/query", ["device_token": Base64.encode(SecureRandom.bytes(16))])
    #expect(answer.row == "409 team_key_missing")
  }

  @Test("a repeat with the same Idempotency-Key does not reach Apple again")
  func idempotency() async throws {
    let shop = try await BitsShop.shared.open()
    let token = shop.lab.token(of: "repeat")
    let before = shop.lab.history.count
    let headers = ["Idempotency-Key": UUID().uuidString]
    let body: [String: Any] = ["device_token": Base64.encode(token), "bit0": true]
    let answers = try (0..<2).map { _ in try shop.caller.call("POST", "device-bits/update", body, headers) }
    #expect(answers.map(\.row) == ["204", "204"], "\(answers.map(\.text))")
    #expect(shop.lab.history.count == before + 1)
  }

  @Test("the command line asks and sets over the same worker")
  func commandLine() async throws {
    let shop = try await BitsShop.shared.open()
    let place = [shop.app.appID, "--tenant", shop.app.running.tenant]
    let set = try shop.app.running.stack.assay(
      ["device-bits", "update"] + place
        + ["--device-token", Base64.encode(shop.lab.token(of: "console")), "--bit0", "1", "--yes"])
    #expect(set["state"] as? String == "updated")
    let found = try shop.app.running.stack.assay(
      ["device-bits", "query"] + place + ["--device-token", Base64.encode(shop.lab.token(of: "console"))])
    #expect(found["bit0"] as? Bool == true)
    #expect(found["bit1"] as? Bool == false)
  }

  @Test("a call that no worker begins in time: 503 device_bits_not_asked, and it is not made later")
  func notBegun() async throws {
    let shop = try await BitsShop.shared.open()
    let before = shop.lab.history.count
    // The turn of the team is held for ever, so that no worker begins its update.
    try await shop.app.running.stack.sql(
      """
      insert into assay.device_bits_turns (team_id, environment, holder_tenant, holder_call, lease_expires_at)
      values ('\(BitsShop.team)', 2, 0, 0, 'infinity')
      """)
    let token = shop.lab.token(of: "waits", at: .development)
    let answer = try shop.update(token, ["bit0": true, "environment": "development"])
    #expect(answer.row == "503 device_bits_not_asked")
    try await shop.app.running.stack.sql("delete from assay.device_bits_turns")
    #expect(try shop.query(token, ["environment": "development"]).text == #"{"state":"never_set"}"#)
    #expect(shop.lab.history.count == before + 1)
  }
}
