extension LabFault {
  /// Spoils the CBOR of a finished attestation.
  func alter(_ object: inout [UInt8], _ parts: AttestationParts) {
    alter(&object, entries: parts.entries)
  }

  /// Spoils the CBOR of a finished assertion.
  func alter(_ object: inout [UInt8], _ parts: AssertionParts) {
    alter(&object, entries: parts.entries)
  }

  private typealias Entry = (key: [UInt8], value: [UInt8])

  private func alter(_ object: inout [UInt8], entries: [Entry]) {
    switch self {
    case .objectTruncated: object.removeLast()
    case .objectTrailingBytes: object.append(0)
    case .objectIndefiniteLength: object = CBORWriter.indefiniteMap(entries)
    case .objectTagged: object = CBORWriter.tagged(55_799, object)
    case .objectFloat: object = CBORWriter.map(entries + [(CBORWriter.text("float"), CBORWriter.float)])
    case .objectDuplicateKey: object = CBORWriter.map(entries + entries.suffix(1))
    case .objectTooDeep: object = CBORWriter.map(entries + [(CBORWriter.text("deep"), Self.nested(40))])
    case .objectTooLarge: object = CBORWriter.map(entries + [Self.large])
    case .objectFieldMissing: object = CBORWriter.map(entries.dropLast())
    case .objectFieldOfOtherType: object = CBORWriter.map(Self.withTextAtEnd(entries))
    case .objectNotMap: object = CBORWriter.array(entries.map(\.value))
    default: break
    }
  }

  private static func nested(_ depth: Int) -> [UInt8] {
    (0..<depth).reduce(CBORWriter.unsigned(0)) { item, _ in CBORWriter.array([item]) }
  }

  private static var large: Entry {
    (CBORWriter.text("large"), CBORWriter.bytes([UInt8](repeating: 0, count: 65_536)))
  }

  private static func withTextAtEnd(_ entries: [Entry]) -> [Entry] {
    entries.dropLast() + entries.suffix(1).map { ($0.key, CBORWriter.text("text")) }
  }
}
