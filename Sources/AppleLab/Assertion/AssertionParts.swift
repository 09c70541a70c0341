/// The parts of an assertion just before it is encoded.
struct AssertionParts {
  var signature: [UInt8]
  var authenticatorData: [UInt8]

  var entries: [(key: [UInt8], value: [UInt8])] {
    [
      (CBORWriter.text("signature"), CBORWriter.bytes(signature)),
      (CBORWriter.text("authenticatorData"), CBORWriter.bytes(authenticatorData)),
    ]
  }

  var encoded: [UInt8] { CBORWriter.map(entries) }
}
