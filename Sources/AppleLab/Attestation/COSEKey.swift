/// A COSE EC2 key (RFC 9053 §7.1.1): 77 bytes for P-256.
struct COSEKey {
  var keyType: UInt64 = 2
  var algorithm: Int64 = -7
  var curve: UInt64 = 1
  var x: [UInt8]
  /// The second coordinate; nil writes the sign bit of a compressed point.
  var y: [UInt8]?

  /// The key of an uncompressed point.
  init(x963 point: [UInt8]) {
    let width = (point.count - 1) / 2
    x = Array(point[1..<(1 + width)])
    y = Array(point[(1 + width)...])
  }

  var encoded: [UInt8] {
    CBORWriter.map([
      (CBORWriter.unsigned(1), CBORWriter.unsigned(keyType)),
      (CBORWriter.unsigned(3), CBORWriter.negative(algorithm)),
      (CBORWriter.negative(-1), CBORWriter.unsigned(curve)),
      (CBORWriter.negative(-2), CBORWriter.bytes(x)),
      (CBORWriter.negative(-3), y.map(CBORWriter.bytes) ?? CBORWriter.yes),
    ])
  }
}
