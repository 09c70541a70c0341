import AppAttest
import CBOR
import Cryptography
import Foundation

/// Reading of options that the three `verify` commands share. Each says how to mend what it cannot read.
extension ParsedArguments {
  func bytes(base64 name: String, count: Int? = nil) throws(UsageError) -> [UInt8]? {
    guard let text = value(name) else { return nil }
    guard let bytes = Base64.decode(text), count == nil || bytes.count == count else {
      throw UsageError(
        "\(name) is not Base64\(count.map { " of \($0) bytes" } ?? ""): \(text)",
        mend: "Both alphabets are read, with or without padding.")
    }
    return bytes
  }

  func bytes(hex name: String, atLeast minimum: Int) throws(UsageError) -> [UInt8]? {
    guard let text = value(name) else { return nil }
    guard let bytes = Hex.decode(text), bytes.count >= minimum else {
      throw UsageError(
        "\(name) is not hexadecimal of \(minimum) bytes or more: \(text)", mend: "Write two digits a byte.")
    }
    return bytes
  }

  func instant(_ name: String) throws(UsageError) -> Date {
    guard let text = value(name) else { return Date() }
    guard let instant = RFC3339.parse(text) else {
      throw UsageError("\(name) is not an instant: \(text)", mend: "Write it like 2026-04-21T18:13:13Z.")
    }
    return instant
  }

  func environment(_ name: String) throws(UsageError) -> AttestationEnvironment {
    let text = try required(name)
    guard let environment = AttestationEnvironment(rawValue: text) else {
      throw UsageError("\(name) is neither production nor development: \(text)", mend: "Write one of the two.")
    }
    return environment
  }

  func categories(_ name: String) throws(UsageError) -> ExtensionPolicy.Categories {
    guard let text = value(name) else { return .notJudged }
    let numbers = text.split(separator: ",").map { UInt32($0.trimmingCharacters(in: .whitespaces)) }
    let accepted = Set(numbers.compactMap(\.self))
    guard !accepted.isEmpty, numbers.allSatisfy({ $0 != nil }) else {
      throw UsageError("\(name) is not a list of numbers: \(text)", mend: "Write it like 2,4.")
    }
    return .accept(production: accepted, development: accepted)
  }

  /// Exactly one of several options, or at most one.
  func oneOf(_ names: [String], required: Bool = true) throws(UsageError) -> String? {
    let given = names.filter { value($0) != nil }
    guard given.count <= 1, !required || given.count == 1 else {
      let list = names.joined(separator: ", ")
      throw UsageError(
        given.isEmpty ? "one of \(list) is missing" : "\(given.joined(separator: " and ")) contradict each other",
        mend: "Give exactly one of \(list).")
    }
    return given.first
  }
}

/// Where the registered key comes from.
enum PublicKeySource: Sendable {
  case key(P256PublicKey)
  case attestation(path: String)

  /// Reads `--public-key`, or remembers `--attestation`; nil when neither is given.
  init?(_ arguments: ParsedArguments, required: Bool) throws(UsageError) {
    switch try arguments.oneOf(["--public-key", "--attestation"], required: required) {
    case "--public-key": self = .key(try PublicKeySource.key(arguments))
    case .some: self = .attestation(path: try arguments.required("--attestation"))
    case nil: return nil
    }
  }

  /// The key, and the environment that an attestation names. An attestation is read, not verified.
  func load(_ console: Console) throws(UnreadableInput) -> (key: P256PublicKey, environment: AttestationEnvironment?) {
    switch self {
    case .key(let key): return (key, nil)
    case .attestation(let path):
      do {
        let object = try AttestationObject(parsing: InputFile.read(path, console))
        return (object.credential.publicKey, AttestationEnvironment(aaguid: object.credential.aaguid))
      } catch let error as UnreadableInput {
        throw error
      } catch {
        throw UnreadableInput("\(path) is not an attestation")
      }
    }
  }

  private static func key(_ arguments: ParsedArguments) throws(UsageError) -> P256PublicKey {
    let bytes = try arguments.bytes(base64: "--public-key") ?? []
    if let key = try? P256PublicKey(x963: bytes) { return key }
    if let key = try? P256PublicKey(spki: bytes) { return key }
    throw UsageError(
      "--public-key is not a key on P-256", mend: "Give the X9.63 point (65 bytes) or SubjectPublicKeyInfo as Base64.")
  }
}
