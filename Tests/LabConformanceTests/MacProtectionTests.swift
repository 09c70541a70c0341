import AppAttest
import AppleLab
import Testing

/// A Mac whose protection is off still attests; only the access control value shows it. Apple signs the platform's name.
struct MacProtectionTests {
  static let faults: [LabFault] = [.accessControlWrong, .accessControlMissing]

  private func result(
    _ fault: LabFault, _ platforms: PlatformPolicy
  ) throws -> Result<VerifiedAttestation, AttestationRefusal> {
    let bench = try Bench()
    let device = bench.device(.macOS27)
    let attestation = try device.attest(
      try device.generateKey(), clientDataHash: Bench.hash, at: Bench.instant, fault: fault)
    var policy = Bench.policy(for: .macOS27)
    policy.platforms = platforms
    let expectation = AttestationVerifier.Expectation(
      keyID: attestation.keyID, clientDataHash: attestation.clientDataHash, policy: policy)
    return AttestationVerifier(anchors: bench.anchors).report(
      attestation.object, against: expectation, at: Bench.instant
    ).result
  }

  @Test("a Mac without its protection is no device of an app that has no Mac version", arguments: faults)
  func devicesOnly(fault: LabFault) throws {
    #expect(throws: AttestationRefusal.platformNotAccepted) {
      try result(fault, PlatformPolicy(devices: true, mac: false)).get()
    }
  }

  @Test("a Mac without its protection is not an unknown platform, whatever the policy says of those", arguments: faults)
  func mixed(fault: LabFault) throws {
    #expect(throws: AttestationRefusal.platformUnknown) {
      try result(fault, PlatformPolicy(devices: true, mac: true, unknown: .accept)).get()
    }
  }
}
