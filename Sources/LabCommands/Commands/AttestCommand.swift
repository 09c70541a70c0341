import AppleLab
import Cryptography
import Foundation

/// `assay-lab attest`: a new key and its attestation, as files for `assay verify` under lab anchors.
enum AttestCommand {
  private static let options: Set<String> = [
    "lab", "app-id", "out", "challenge", "challenge-text", "client-data-hash", "shape", "fault", "at", "receipt",
    "bundle-version", "risk-metric",
  ]

  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: options)
    let device = try device(arguments)
    let hash = try clientDataHash(arguments)
    let instant = try arguments.instant("at")
    let fault: LabFault? = try arguments.choice("fault", default: nil)
    let key = try device.generateKey()
    let attestation = try device.attest(key, clientDataHash: hash, at: instant, fault: fault)
    let out = URL(fileURLWithPath: try arguments.required("out"))
    try write(attestation, key, to: out)
    if let text = arguments.text("risk-metric"), let metric = Int(text) {
      let receipt = try device.refreshedReceipt(of: attestation, riskMetric: metric, at: instant, fault: fault)
      try Data(receipt).write(to: out.appendingPathComponent("refreshed-receipt"))
    }
    try JSONLine.print([
      "app_id": device.app.appID, "key_id": Base64.encode(attestation.keyID),
      "public_key": Base64.encode(key.privateKey.x963), "client_data_hash": Hex.encode(hash),
      "shape": device.app.shape.rawValue, "environment": device.app.shape.traits.receiptEnvironment,
      "at": instant.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
    ])
  }

  private static func device(_ arguments: Arguments) throws -> LabDevice {
    let lab = try LabAuthorities.load(from: URL(fileURLWithPath: try arguments.required("lab")))
    return LabDevice(
      authorities: lab, appID: try arguments.required("app-id"),
      shape: try arguments.choice("shape", default: LabShape.ios27) ?? .ios27,
      bundleVersion: arguments.text("bundle-version") ?? "2701",
      receiptEncoding: try arguments.choice("receipt", default: SignedMessageIssuer.Encoding?.none))
  }

  private static func clientDataHash(_ arguments: Arguments) throws -> [UInt8] {
    if let text = arguments.text("challenge-text") { return SHA256.hash(text) }
    if let challenge = arguments.text("challenge") {
      guard let bytes = Base64.decode(challenge) else { throw UsageError("--challenge is Base64") }
      return SHA256.hash(bytes)
    }
    guard let hash = Hex.decode(try arguments.required("client-data-hash"))
    else { throw UsageError("--client-data-hash is hexadecimal") }
    return hash
  }

  private static func write(_ attestation: LabAttestation, _ key: LabKey, to directory: URL) throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data(attestation.object).write(to: directory.appendingPathComponent("attestation"))
    try Data(attestation.receipt).write(to: directory.appendingPathComponent("receipt"))
    try PrivateFile.write(try key.privateKey.pkcs8PEM(), to: directory.appendingPathComponent("key.pem"))
  }
}
