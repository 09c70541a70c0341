import AppAttest
import AppleLab
import CBOR
import Cryptography
import Foundation
import Testing

extension Defect {
  static let all: [Defect] = chains + environments + challenges + counters + assertions + extensions + receipts

  private static let chains: [Defect] = [
    Defect("the result of the chain check is dropped") { bench in
      for fault in [LabFault.chainWrongRoot, .chainForeignIntermediate] {
        try expectAttestation(fault, .chainUntrusted, bench)
      }
    },
    Defect("the system's trust store is added to Apple's root") { bench in
      // Each of the system's own roots would be trusted at once.
      let store = "/etc/ssl/certs/ca-certificates.crt"
      let text = try String(contentsOfFile: store, encoding: .utf8)
      let roots = PEM.decode(text, label: "CERTIFICATE").compactMap { try? Certificate(der: $0) }
      #expect(roots.count > 10)
      for root in roots {
        #expect(throws: CertificateChainError.self) {
          try CertificateChain.verify(
            root, untrusted: roots, anchors: TrustAnchors.apple.attestation, at: root.notBefore + 3600)
        }
      }
      let object = try attestation(bench)
      let report = AttestationVerifier().report(object.object, against: expectation(object), at: Bench.instant)
      #expect(throws: AttestationRefusal.chainUntrusted) { try report.result.get() }
    },
    Defect("certificate dates are not checked, or against a clock that stands still") { bench in
      try expectAttestation(.leafExpired, .certificateExpired, bench)
      try expectAttestation(.leafNotYetValid, .certificateNotYetValid, bench)
      let (object, verifier) = (try attestation(bench), AttestationVerifier(anchors: bench.anchors))
      for (day, isAccepted) in [(0.0, true), (4, false), (0, true), (-4, false)] {
        let report = verifier.report(
          object.object, against: expectation(object), at: Bench.instant + day * 86_400)
        #expect(((try? report.result.get()) != nil) == isAccepted, "after \(day) days")
      }
    },
    Defect("an x5c of one certificate falls back to other roots") { bench in
      try expectAttestation(.chainOneCertificate, .wrongCertificateCount, bench)
    },
    Defect("the extended key usage of App Attest is refused by a check for TLS") { bench in
      for shape in LabShape.allCases where shape.traits.hasExtendedKeyUsage {
        let object = try attestation(bench, shape)
        #expect(throws: Never.self) { try bench.report(object, shape: shape).result.get() }
      }
      try expectAttestation(.leafWrongPurpose, .wrongKeyUsage, bench)
    },
    Defect("the root is downloaded at each verification") { _ in
      #expect(throws: Never.self) { try TrustAnchors.selfCheck() }
      #expect(TrustAnchors.apple.attestation.certificates.count == 1)
    },
    Defect("key identifiers are compared as text") { bench in
      let object = try attestation(bench)
      let url = Base64.encodeURL(object.keyID)
      var expectation = expectation(object)
      expectation.keyID = Base64.decode(url) ?? []
      let report = AttestationVerifier(anchors: bench.anchors).report(
        object.object, against: expectation, at: Bench.instant)
      #expect(throws: Never.self) { try report.result.get() }
    },
  ]

  private static let environments: [Defect] = [
    Defect("only the first nine bytes of the AAGUID are compared") { bench in
      try expectAttestation(.aaguidPrefixOnly, .unknownEnvironment, bench)
      try expectAttestation(.aaguidOtherEnvironment, .wrongEnvironment, bench)
    },
    Defect("TestFlight is refused by a fixed list") { _ in
      let judged = ExtensionPolicy()
      guard case .accept(let production, let development) = judged.categories else {
        Issue.record("the default judges no category")
        return
      }
      #expect(production.contains(2) && production.contains(4) && !development.contains(2))
    },
  ]

  private static let challenges: [Defect] = [
    Defect("the challenge is compared beside the signed bytes") { _ in
      let rule = ChallengeRule(challenge: Bench.challenge)
      for fault in [LabFault.challengeMissing, .challengeWrong] {
        let refusal = try #require(FaultTables.clientData[fault])
        #expect(throws: refusal) {
          try rule.check(LabClientData.make(challenge: Bench.challenge, fault: fault))
        }
      }
    },
    Defect(
      "the challenge is compared as a field of the request",
      in: "AttestationAPITests/EndToEnd/AssertionEndToEndTests.swift",
      "each refusal has its status, its code and what to do next; its challenge is spent and its event recorded"),
  ]

  private static let counters: [Defect] = [
    Defect("an equal counter is accepted") { bench in
      try expectVerdict(.counterNotGreater, bench, counter: 5, after: 5)
      try expectVerdict(nil, bench, counter: 6, after: 5)
    },
    Defect("a counter that the caller does not give is not checked") { bench in
      // Nobody can leave it out: a new key's record says 0, and the first counter must be above it.
      try expectVerdict(.counterNotGreater, bench, counter: 0, after: 0)
    },
    Defect("the counter is stored as the old one and one") { bench in
      let counted = try assertion(bench, counter: 900, after: 5).get().signed.counter
      #expect(counted == 900)
    },
    Defect(
      "the counter is stored as the old one and one, in the database",
      in: "DatabaseRulesTests/AssertionVerdictTests.swift",
      "the counter is unsigned 32 bits: above that nothing is accepted, and it reaches the end"),
    Defect("the counter is read as a signed number") { bench in
      for counter in [UInt32(1) << 31, .max] {
        let counted = try assertion(bench, counter: counter, after: counter - 1).get().signed.counter
        #expect(counted == counter)
        try expectVerdict(.counterNotGreater, bench, counter: 1, after: counter)
      }
    },
  ]

  private static let assertions: [Defect] = [
    Defect("RP ID and counter of assertions are not checked") { bench in
      try expectAssertion(.appIDWrong, .relyingPartyMismatch, bench)
      try expectAssertion(.counterLower, .counterNotGreater, bench)
    },
    Defect("the signature is checked over the digest") { bench in
      try expectAssertion(.signatureOverDigest, .signatureInvalid, bench)
      try expectVerdict(nil, bench, counter: 1, after: 0)
    },
    Defect("the user-present flag is required, or the attested-data flag obeyed") { bench in
      for shape in LabShape.allCases {
        #expect(shape.traits.flags & 0x01 == 0 && shape.traits.flags & 0x40 != 0)
        try expectVerdict(nil, bench, counter: 1, after: 0, shape: shape)
      }
    },
    Defect("lengths are read from hostile bytes before the signature is checked") { bench in
      for fault in [LabFault.authenticatorDataTruncated, .credentialIDLengthWrong] {
        try expectAttestation(fault, .authenticatorDataMalformed, bench)
      }
      try expectAssertion(.authenticatorDataTruncated, .authenticatorDataMalformed, bench)
    },
    Defect(
      "lengths are read from hostile bytes, at every place", in: "LabConformanceTests/MutationConformanceTests.swift",
      "no mutant and no beginning of an assertion is accepted"),
  ]

  private static let extensions: [Defect] = [
    Defect("the extension map is looked for only when its flag is set") { bench in
      let object = try attestation(bench, .ios27Beta)
      #expect(LabShape.ios27Beta.traits.flags & 0x80 == 0)
      let verified = try bench.report(object, shape: .ios27Beta).result.get()
      #expect(verified.showsExtensions && verified.validationCategory == 4)
    },
    Defect("the category is read only as an unsigned integer") { _ in
      for value in [CBORValue.unsigned(4), .bytes([4, 0, 0, 0])] {
        let map = CBORValue.map([CBOREntry(key: .text("apple_validation_category_01"), value: value)])
        let data = [UInt8](repeating: 0, count: 32) + [0x40, 0, 0, 0, 1] + CBOR.encode(map)
        let object = CBORValue.map([
          CBOREntry(key: .text("signature"), value: .bytes([0])),
          CBOREntry(key: .text("authenticatorData"), value: .bytes(data)),
        ])
        let assertion = try Assertion(parsing: CBOR.encode(object))
        #expect(assertion.authenticatorData.extensions?.validationCategory == 4)
      }
    },
  ]

  private static let receipts: [Defect] = [
    Defect("a receipt is verified against the root of attestations") { bench in
      let swapped = TrustAnchors(
        attestation: bench.anchors.receipt.certificates, receipt: bench.anchors.attestation.certificates)
      let object = try attestation(bench)
      let expectation = ReceiptExpectation(appIDs: [Bench.appID], arrivedAt: Bench.instant)
      #expect(throws: Never.self) {
        try ReceiptVerifier(anchors: bench.anchors).verify(object.receipt, against: expectation, at: Bench.instant)
      }
      #expect(throws: ReceiptRefusal.chainUntrusted) {
        try ReceiptVerifier(anchors: swapped).verify(object.receipt, against: expectation, at: Bench.instant)
      }
    },
    Defect("a receipt is read as DER") { bench in
      let expectation = ReceiptExpectation(appIDs: [Bench.appID], arrivedAt: Bench.instant)
      for encoding in SignedMessageIssuer.Encoding.allCases {
        let device = bench.device(.ios27, receipt: encoding)
        let object = try device.attest(try device.generateKey(), clientDataHash: Bench.hash, at: Bench.instant)
        #expect(throws: Never.self) {
          try ReceiptVerifier(anchors: bench.anchors).verify(object.receipt, against: expectation, at: Bench.instant)
        }
      }
    },
    Defect(
      "field 4 of a refreshed receipt is compared", in: "LabConformanceTests/ShapeConformanceTests.swift",
      "a refreshed receipt of every shape is accepted, with its metric and its garbled field 4"),
    Defect(
      "Bearer stands before the token at the receipt endpoint", in: "AppleServerTests/AppleServerTests.swift",
      "a token is bare, fresh, of the receipt's team and signed by a known key"),
  ]
}

extension Defect {
  private static func attestation(_ bench: Bench, _ shape: LabShape = .ios27) throws -> LabAttestation {
    let device = bench.device(shape)
    return try device.attest(try device.generateKey(), clientDataHash: Bench.hash, at: Bench.instant)
  }

  private static func expectation(_ object: LabAttestation) -> AttestationVerifier.Expectation {
    AttestationVerifier.Expectation(
      keyID: object.keyID, clientDataHash: object.clientDataHash, policy: Bench.policy(for: .ios27))
  }

  private static func expectAttestation(_ fault: LabFault, _ refusal: AttestationRefusal, _ bench: Bench) throws {
    let device = bench.device(.ios27)
    let object = try device.attest(
      try device.generateKey(), clientDataHash: Bench.hash, at: Bench.instant, fault: fault)
    #expect(throws: refusal) { try bench.report(object, shape: .ios27, fault: fault).result.get() }
  }

  /// By a key whose last counter was 5.
  private static func expectAssertion(_ fault: LabFault, _ refusal: AssertionRefusal, _ bench: Bench) throws {
    let device = bench.device(.ios27)
    var key = try device.generateKey()
    key.counter = 5
    let bytes = try device.generateAssertion(&key, clientDataHash: Bench.hash, fault: fault)
    let report = try bench.report(bytes, by: key, shape: .ios27, after: 5, hash: Bench.hash)
    #expect(throws: refusal) { try report.result.get() }
  }

  /// The verdict on an assertion with this counter, by a key whose last one was `after`.
  private static func assertion(
    _ bench: Bench, counter: UInt32, after: UInt32, shape: LabShape = .ios27
  ) throws -> Result<VerifiedAssertion, AssertionRefusal> {
    let device = bench.device(shape)
    var key = try device.generateKey()
    // The device adds one before it signs, and wraps at the end as a counter of 32 bits does.
    key.counter = counter &- 1
    let bytes = try device.generateAssertion(&key, clientDataHash: Bench.hash)
    return try bench.report(bytes, by: key, shape: shape, after: after, hash: Bench.hash).result
  }

  /// Nil is accepted.
  private static func expectVerdict(
    _ expected: AssertionRefusal?, _ bench: Bench, counter: UInt32, after: UInt32, shape: LabShape = .ios27
  ) throws {
    var refusal: AssertionRefusal?
    if case .failure(let found) = try assertion(bench, counter: counter, after: after, shape: shape) { refusal = found }
    #expect(refusal == expected)
  }
}
