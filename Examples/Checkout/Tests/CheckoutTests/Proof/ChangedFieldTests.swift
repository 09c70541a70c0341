import AssayClient
import StackTestSupport
import Testing

@Suite("Every field of a signed request, changed in turn", .enabled(if: TestStack.isPossible))
struct ChangedFieldTests {
  /// Devices that all cases share: two of the account, one of another.
  private actor Devices {
    static let shared = Devices()
    private var starting: Task<(Signer, Signer, Signer), any Error>?

    func all() async throws -> (alice: Signer, second: Signer, bob: Signer) {
      if let starting { return try await starting.value }
      let task = Task {
        let floor = try await ShopFloor.shared.open()
        return (try await Signer(floor), try await Signer(floor), try await Signer(floor, account: "bob"))
      }
      starting = task
      return try await task.value
    }
  }

  @Test(
    "the changed request is refused at its stage, and one that nobody changed passes", arguments: ChangedField.allCases)
  func changed(_ field: ChangedField) async throws {
    let (alice, second, bob) = try await Devices.shared.all()
    let signed = try await alice.signed()
    let changed = try await field.changed(signed, by: alice, other: bob, second: second)
    #expect(changed != signed)
    let answer = try await alice.send(changed)
    #expect(answer.description == field.refusal)
    let original = try await alice.signed()
    #expect(try await alice.send(original).status == 200)
  }

  @Test("an older counter is refused at the counter, with fresh_challenge; the newer one had passed")
  func olderCounter() async throws {
    let (alice, _, _) = try await Devices.shared.all()
    let older = try await alice.signed()
    let newer = try await alice.signed()
    #expect(try await alice.send(newer).status == 200)
    let answer = try await alice.send(older)
    #expect(answer.description == "409 counter counter_not_greater")
    #expect(answer.advice == .freshChallenge)
  }

  @Test("the same request twice: the second is refused at the challenge")
  func replay() async throws {
    let (alice, _, _) = try await Devices.shared.all()
    let signed = try await alice.signed()
    #expect(try await alice.send(signed).status == 200)
    #expect(try await alice.send(signed).description == "409 challenge challenge_already_claimed")
  }

  @Test("a refused attempt has spent its challenge: the request that nobody changed is refused as well")
  func refusedAttemptSpends() async throws {
    let (alice, second, bob) = try await Devices.shared.all()
    let signed = try await alice.signed()
    let changed = try await ChangedField.bodyByte.changed(signed, by: alice, other: bob, second: second)
    #expect(try await alice.send(changed).description == ChangedField.bodyByte.refusal)
    #expect(try await alice.send(signed).description == "409 challenge challenge_already_claimed")
  }

  @Test("sixteen copies of a request at the same time: one passes")
  func copies() async throws {
    let (alice, _, _) = try await Devices.shared.all()
    let signed = try await alice.signed()
    let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
      for _ in 0..<16 { group.addTask { try await alice.send(signed) } }
      return try await group.reduce(into: [Answer]()) { $0.append($1) }
    }
    #expect(answers.count { $0.status == 200 } == 1)
    #expect(answers.count { $0.code == "challenge_already_claimed" } == 15)
  }

  @Test("an expired challenge is refused, with fresh_challenge")
  func expiredChallenge() async throws {
    let device = try await Signer(ShopFloor.shared.open(), challengeSeconds: 10)
    let signed = try await device.signed()
    // Ten seconds is the shortest life that a challenge can be given; it ends with a whole second.
    try await Task.sleep(for: .seconds(11.1))
    let answer = try await device.send(signed)
    #expect(answer.description == "410 challenge challenge_expired")
    #expect(answer.advice == .freshChallenge)
  }

  @Test("a voucher that the shop does not know, and a cart of another account, are refused by the shop after the proof")
  func checkout() async throws {
    let (alice, _, bob) = try await Devices.shared.all()
    #expect(try await alice.send(alice.signed(voucher: "NONE")).description == "422 checkout voucher_unknown")
    #expect(try await bob.send(bob.signed()).description == "422 checkout cart_unknown")
  }

  @Test("what is refused is logged with stage, category, body bytes and correlation id, and nothing of what was sent")
  func log() async throws {
    let (alice, second, bob) = try await Devices.shared.all()
    let floor = try await ShopFloor.shared.open()
    let signed = try await alice.signed()
    let changed = try await ChangedField.bodyWhitespace.changed(signed, by: alice, other: bob, second: second)
    _ = try await alice.send(changed)
    let line = try #require(floor.log.all.last { $0.contains("signature_invalid") })
    #expect(line.contains("stage=signature"))
    #expect(line.contains("body_bytes=\(changed.body?.count ?? 0)"))
    #expect(!line.hasSuffix("correlation_id=-"))
    for secret in ["SAVE10", "cart-123", "alice-token"] + signed.headers.filter({ $0.key.hasPrefix("Example") }).values
    {
      #expect(!floor.log.all.joined().contains(secret))
      #expect(!floor.stack.log.contains(secret))
    }
  }
}
