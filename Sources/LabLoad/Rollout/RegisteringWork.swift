import AppleLab
import Cryptography
import Foundation
import Locking

/// Registers the keys of those who were let in, as their apps would.
final class RegisteringWork: LoadWork {
  private let fleet: RolloutFleet
  private let target: ServiceTarget
  private let device: LabDevice
  private var current: [RolloutFleet.Attesting?]

  init(fleet: RolloutFleet, target: ServiceTarget, authorities: LabAuthorities, connections: Int) {
    self.fleet = fleet
    self.target = target
    device = LabDevice(authorities: authorities, appID: target.appID, shape: .ios27)
    current = Array(repeating: nil, count: connections)
  }

  var isOver: Bool { fleet.state.withLock { $0.isOver || $0.registered >= fleet.count } }

  func dueMicroseconds(connection: Int) -> UInt64 {
    if current[connection] != nil { return 0 }
    current[connection] = fleet.state.withLock { $0.unregistered.popLast() }
    return current[connection] == nil ? ProcessorTime.monotonicMicroseconds() + 20_000 : 0
  }

  func next(connection: Int) -> [UInt8]? {
    guard let attesting = current[connection] else { return nil }
    do {
      let key = try LabKey()
      let hash = SHA256.hash(Base64.decode(attesting.challenge) ?? [])
      let object = try device.attest(key, clientDataHash: hash, at: Date()).object
      return target.post(
        .attestations,
        body: ServiceMessages.attestation(
          account: AskingWork.name(attesting.installation), keyID: Base64.encode(key.keyID),
          challenge: attesting.challenge, object: object))
    } catch {
      fleet.state.withLock { $0.faults["attest", default: 0] += 1 }
      return nil
    }
  }

  func completed(connection: Int, status: Int, body: ArraySlice<UInt8>, microseconds: UInt64) {
    guard let attesting = current[connection] else { return }
    current[connection] = nil
    fleet.state.withLock { state in
      if status == 200 || status == 201 {
        state.registered += 1
      } else {
        state.faults["registration_\(status)", default: 0] += 1
        state.unregistered.append(attesting)
      }
    }
  }

  func failed(connection: Int, reason: String) {
    guard let attesting = current[connection] else { return }
    current[connection] = nil
    fleet.state.withLock { $0.unregistered.append(attesting) }
  }
}
