import AppleLab
import Cryptography
import Foundation

/// Registers the keys of a load through the service: a challenge, an attestation, and the next key.
public final class ProvisionWork {
  private struct Step {
    var keyIndex: Int?
    var request: [UInt8]?
  }

  private let target: ServiceTarget
  private let keys: LoadKeys
  private let device: LabDevice
  private var nextIndex = 0
  private var steps: [Step]
  private var firstFault: String?
  /// How many keys the service has accepted.
  public private(set) var registered = 0

  /// The work of registering all keys over some connections.
  public init(target: ServiceTarget, keys: LoadKeys, authorities: LabAuthorities, connections: Int) {
    self.target = target
    self.keys = keys
    device = LabDevice(authorities: authorities, appID: target.appID, shape: .ios27)
    steps = [Step](repeating: Step(), count: min(connections, keys.count))
  }

  /// Registers every key; the first refusal ends it.
  public func run() throws {
    let engine = try LoadEngine(host: target.host, port: target.port, connections: steps.count)
    try engine.run(self)
    if let firstFault { throw LoadFault.service(firstFault) }
  }
}

extension ProvisionWork: LoadWork {
  var isOver: Bool { firstFault != nil }

  func next(connection: Int) -> [UInt8]? {
    guard firstFault == nil else { return nil }
    if let request = steps[connection].request { return request }
    if steps[connection].keyIndex == nil {
      guard nextIndex < keys.count else { return nil }
      steps[connection].keyIndex = nextIndex
      nextIndex += 1
    }
    let account = keys.accountID(steps[connection].keyIndex ?? 0)
    let body = ServiceMessages.challenge(account: account, purpose: "attestation", lifetimeSeconds: nil)
    return target.post(.challenges, body: body)
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    guard let index = steps[connection].keyIndex else { return }
    if status == 503 || status == 429 { return }
    if steps[connection].request != nil, status == 200 || status == 201 {
      registered += 1
      steps[connection] = Step()
    } else if steps[connection].request == nil, status == 201,
      let challenge = ServiceMessages.text(of: "challenge", in: body)
    {
      attest(connection, index, challenge)
    } else {
      firstFault = "key \(index) was answered with \(status): \(String(decoding: body.prefix(400), as: UTF8.self))"
    }
  }

  func failed(connection: Int, reason: String) {
    if reason == "connect" { firstFault = "the service does not accept connections" }
  }

  private func attest(_ connection: Int, _ index: Int, _ challenge: String) {
    do {
      let key = try keys.key(index)
      let hash = SHA256.hash(Base64.decode(challenge) ?? [])
      let attestation = try device.attest(key, clientDataHash: hash, at: Date())
      let body = ServiceMessages.attestation(
        account: keys.accountID(index), keyID: Base64.encode(key.keyID), challenge: challenge,
        object: attestation.object)
      steps[connection].request = target.post(.attestations, body: body)
    } catch {
      firstFault = "key \(index) cannot be attested: \(error)"
    }
  }
}
