/// Strict decoding and plain encoding of CBOR (RFC 8949), through libcbor.
public enum CBOR {
  /// The one item that the bytes are.
  public static func decode(_ bytes: [UInt8], limits: CBORLimits = CBORLimits()) throws(CBORError) -> CBORValue {
    let (value, consumed) = try decodePrefix(bytes[...], limits: limits)
    guard consumed == bytes.count else { throw .trailingBytes }
    return value
  }

  /// The one item that the bytes are.
  public static func decode(_ bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits()) throws(CBORError)
    -> CBORValue
  {
    let (value, consumed) = try decodePrefix(bytes, limits: limits)
    guard consumed == bytes.count else { throw .trailingBytes }
    return value
  }

  /// The item at the start of the bytes, and how many bytes it takes.
  public static func decodePrefix(
    _ bytes: ArraySlice<UInt8>, limits: CBORLimits = CBORLimits()
  ) throws(CBORError) -> (value: CBORValue, consumed: Int) {
    guard bytes.count <= limits.bytes else { throw .tooLarge }
    return try bytes.withUnsafeBufferPointer { buffer throws(CBORError) in
      var decoder = Decoder(buffer, limits: limits)
      let value = try decoder.item(depth: 0)
      return (value, decoder.offset)
    }
  }
}
