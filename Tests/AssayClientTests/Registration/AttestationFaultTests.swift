import AssayClient
import Cryptography
import Foundation
import Testing

@Suite("A fault of the attestation service is judged by its domain, then by its number and the call")
struct AttestationFaultTests {
  @Test("serverUnavailable keeps the key and the hash, tells the server, and waits as long as the server says")
  func serverUnavailableWaits() async throws {
    let bench = Bench()
    await bench.server.decide(.attest(challenge("a", bench)), .wait(seconds: 120))
    try await failAttestation(of: bench)
    let start = bench.clock.now
    #expect(try await bench.client.register(bench.account) == .waiting(until: start + 120))
    #expect(await bench.server.questions.map(\.lastError) == [nil, "serverUnavailable"])
    bench.clock.advance(by: 60)
    #expect(try await bench.client.register(bench.account) == .waiting(until: start + 120))
    #expect(await bench.server.questions.count == 2)
    bench.clock.advance(by: 61)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    let attestations = await bench.device.attestations
    #expect(attestations.count == 2)
    #expect(attestations.first == attestations.last)
  }

  @Test("a server that names no moment is asked again after a delay that doubles")
  func ownBackOff() async throws {
    let bench = Bench()
    for delay in [30.0, 60, 120, 240] {
      try await failAttestation(of: bench)
      let start = bench.clock.now
      #expect(try await bench.client.register(bench.account) == .waiting(until: start + delay))
      bench.clock.advance(by: delay)
    }
    #expect(await bench.device.generated.count == 1)
  }

  @Test("a kept challenge that has expired gives way to a new one, with the same key")
  func expiredChallenge() async throws {
    let bench = Bench()
    await bench.server.decide(.attest(challenge("a", bench)), .wait(seconds: 7200))
    try await failAttestation(of: bench)
    _ = try await bench.client.register(bench.account)
    bench.clock.advance(by: 7201)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    let attestations = await bench.device.attestations
    #expect(attestations.first?.keyID == attestations.last?.keyID)
    #expect(attestations.first?.hash != attestations.last?.hash)
  }

  @Test(
    "any other DeviceCheck error of attestKey drops the key",
    arguments: [DeviceCheckFault.unknownSystemFailure, .invalidInput, .invalidKey, DeviceCheckFault(code: 77)])
  func otherFaultsDropTheKey(_ fault: DeviceCheckFault) async throws {
    let bench = Bench()
    try await failAttestation(of: bench, with: NSError(domain: DeviceCheckFault.domain, code: fault.code))
    #expect(try await bench.client.register(bench.account) == .failed(fault))
    #expect(await bench.store.record(for: bench.account) == nil)
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.device.generated.count == 2)
    #expect(await bench.server.questions.last?.lastError == fault.description)
  }

  @Test("an error of another domain with the same number leaves the key alone", arguments: [0, 1, 2, 3, 4])
  func otherDomains(_ code: Int) async throws {
    let bench = Bench()
    try await failAttestation(of: bench, with: NSError(domain: NSURLErrorDomain, code: code))
    await #expect(throws: (any Error).self) { try await bench.client.register(bench.account) }
    #expect(try await bench.client.register(bench.account).keyID != nil)
    #expect(await bench.device.generated.count == 1)
  }

  @Test("a device that cannot attest tells the server and makes no key")
  func unsupported() async throws {
    let bench = Bench(device: ScriptedDevice(supported: false))
    #expect(try await bench.client.register(bench.account) == .unsupported)
    #expect(await bench.server.questions == [AdmissionQuestion(isSupported: false, lastError: nil)])
    #expect(await bench.device.generated.isEmpty)
  }

  @Test("a key that the device lost is dropped at its first signature, and the next request registers another")
  func lostKey() async throws {
    let bench = Bench()
    let first = try await bench.client.register(bench.account).keyID
    await bench.device.lose(try #require(first))
    await #expect(throws: DeviceCheckFault.invalidKey) {
      try await bench.client.send(try bench.request(), account: bench.account)
    }
    #expect(try await bench.client.send(try bench.request(), account: bench.account).status == 200)
    #expect(await bench.server.questions.last?.lastError == "invalidKey")
    #expect(await bench.device.generated.count == 2)
  }

  /// `generateKey` succeeds where there is no key yet, then `attestKey` fails.
  private func failAttestation(
    of bench: Bench, with error: any Error = DeviceCheckFault.serverUnavailable
  ) async throws {
    if await bench.store.record(for: bench.account) == nil {
      let keyID = try await bench.device.generateKey()
      await bench.store.save(KeyRecord(keyID: keyID), for: bench.account)
    }
    await bench.device.fail(with: error)
  }

  private func challenge(_ seed: String, _ bench: Bench) -> AttestationChallenge {
    AttestationChallenge(
      text: Base64.encode([UInt8](seed.utf8)), form: .base64Bytes, expiresAt: bench.clock.now + 3600)
  }
}
