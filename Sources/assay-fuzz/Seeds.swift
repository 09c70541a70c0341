import AppAttest
import CBOR
import Cryptography
import Foundation

/// The first input of each parser, cut out of Apple's sample.
enum Seeds {
  /// Writes a folder of seeds for each parser; false when the sample cannot be read.
  static func write(from sample: String, to folder: String) -> Bool {
    guard let text = try? String(contentsOfFile: sample, encoding: .utf8),
      let bytes = Base64.decode(text.trimmingCharacters(in: .whitespacesAndNewlines)),
      let object = try? AttestationObject(parsing: bytes)
    else { return false }
    let data = object.authenticatorData.bytes
    let assertion = CBORValue.map([
      CBOREntry(key: .text("signature"), value: .bytes([0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01])),
      CBOREntry(key: .text("authenticatorData"), value: .bytes(Array(data.prefix(37)) + Array(data.suffix(62)))),
    ])
    let seeds: [FuzzedParser: [UInt8]] = [
      .cbor: bytes, .authenticatorData: data, .attestation: bytes, .assertion: CBOR.encode(assertion),
      .receipt: object.receipt, .clientData: [UInt8](#"{"a":[{"challenge":"AQID","n":-1.5e3,"u":"\u00e9"}]}"#.utf8),
      .challengeToken: [1, 0, 1] + [UInt8](repeating: 0, count: 60),
      .json: [UInt8](#"{"a":[{"b":"AQID","n":-1.5e3,"u":"\u00e9\ud83d\ude00"},null,true,12]}"#.utf8),
      .policy: [UInt8](
        #"{"receipt":"require","bundle_version":{"at_least":"1.2"},"validation_categories":{"production":[2]}}"#.utf8),
    ]
    return seeds.allSatisfy { parser, seed in store(seed, in: "\(folder)/\(parser.rawValue)") }
  }

  private static func store(_ seed: [UInt8], in folder: String) -> Bool {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(seed).write(to: URL(filePath: "\(folder)/seed"))
      return true
    } catch {
      return false
    }
  }
}
