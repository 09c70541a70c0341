import AssayClient
import Testing

@Suite("Callers who need the same registration share it")
struct SharedRegistrationTests {
  @Test("sixty-four callers for each of two accounts make one key for each account")
  func oneRegistrationForEachAccount() async throws {
    let bench = Bench()
    let accounts = [AccountID("alice"), AccountID("bob")]
    let found = try await withThrowingTaskGroup(of: (AccountID, String?).self) { group in
      for number in 0..<128 {
        let account = accounts[number % 2]
        group.addTask { (account, try await bench.client.register(account).keyID) }
      }
      return try await group.reduce(into: [AccountID: Set<String?>]()) { $0[$1.0, default: []].insert($1.1) }
    }
    #expect(found.mapValues(\.count) == [accounts[0]: 1, accounts[1]: 1])
    #expect(await bench.device.generated.count == 2)
    #expect(await bench.device.attestations.count == 2)
    #expect(await bench.server.submissions.count == 2)
    #expect(Set(await bench.server.keys.values) == Set(accounts))
  }

  @Test("sixty-four callers on each of two devices make one key on each device")
  func oneRegistrationForEachDevice() async throws {
    for bench in [Bench(), Bench()] {
      let keys = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<64 { group.addTask { try await bench.client.register(bench.account).keyID } }
        return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
      #expect(await bench.server.keys.count == 1)
    }
  }

  @Test("a caller who comes after the registration finds its key without asking anybody")
  func registeredKeyIsFound() async throws {
    let bench = Bench()
    let first = try await bench.client.register(bench.account)
    let second = try await bench.restarted().register(bench.account)
    #expect(first == second)
    #expect(await bench.server.questions.count == 1)
  }
}
