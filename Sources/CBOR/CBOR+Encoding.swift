internal import CCBOR

extension CBOR {
  /// The shortest-form encoding of an item, map entries in the order given.
  public static func encode(_ value: CBORValue) -> [UInt8] {
    var output: [UInt8] = []
    append(value, to: &output)
    return output
  }

  private static func append(_ value: CBORValue, to output: inout [UInt8]) {
    switch value {
    case .unsigned(let number): header(&output) { cbor_encode_uint(number, $0, $1) }
    case .negative(let number): header(&output) { cbor_encode_negint(number, $0, $1) }
    case .bool(let bool): header(&output) { cbor_encode_bool(bool, $0, $1) }
    case .null: header(&output) { cbor_encode_null($0, $1) }
    case .bytes(let bytes):
      header(&output) { cbor_encode_bytestring_start(bytes.count, $0, $1) }
      output += bytes
    case .text(let text):
      header(&output) { cbor_encode_string_start(text.utf8.count, $0, $1) }
      output += text.utf8
    case .array(let items):
      header(&output) { cbor_encode_array_start(items.count, $0, $1) }
      for item in items { append(item, to: &output) }
    case .map(let entries):
      header(&output) { cbor_encode_map_start(entries.count, $0, $1) }
      for entry in entries {
        append(entry.key, to: &output)
        append(entry.value, to: &output)
      }
    }
  }

  /// A header takes 9 bytes at the most.
  private static func header(_ output: inout [UInt8], _ encode: (UnsafeMutablePointer<UInt8>?, Int) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 9) { buffer in
      let written = encode(buffer.baseAddress, buffer.count)
      output += buffer.prefix(written)
    }
  }
}
