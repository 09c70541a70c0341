import AppleLab
import Cryptography
import Foundation

/// `assay-lab assert`: an assertion by a key that `attest` has made.
enum AssertCommand {
  private static let options: Set<String> = [
    "key", "app-id", "out", "client-data", "client-data-hash", "counter", "shape", "fault", "bundle-version",
  ]

  static func run(_ words: [String]) throws {
    let arguments = try Arguments(words, options: options)
    let text = try String(contentsOfFile: try arguments.required("key"), encoding: .utf8)
    var key = LabKey(privateKey: try P256PrivateKey(pkcs8PEM: text))
    let counter = try arguments.number("counter", default: 1)
    guard counter > 0, counter <= UInt32.max else { throw UsageError("--counter is 1 or more") }
    key.counter = UInt32(counter - 1)
    let app = LabApp(
      appID: try arguments.required("app-id"),
      shape: try arguments.choice("shape", default: LabShape.ios27) ?? .ios27,
      bundleVersion: arguments.text("bundle-version") ?? "2701")
    let fault: LabFault? = try arguments.choice("fault", default: nil)
    let hash = try clientDataHash(arguments)
    let assertion = try app.generateAssertion(&key, clientDataHash: hash, fault: fault)
    try Data(assertion).write(to: URL(fileURLWithPath: try arguments.required("out")))
    try JSONLine.print([
      "counter": Int(key.counter), "key_id": Base64.encode(key.keyID),
      "public_key": Base64.encode(key.privateKey.x963), "client_data_hash": Hex.encode(hash),
    ])
  }

  private static func clientDataHash(_ arguments: Arguments) throws -> [UInt8] {
    if let path = arguments.text("client-data") {
      return SHA256.hash([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }
    guard let hash = Hex.decode(try arguments.required("client-data-hash"))
    else { throw UsageError("--client-data-hash is hexadecimal") }
    return hash
  }
}
