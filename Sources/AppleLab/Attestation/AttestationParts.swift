/// The parts of an attestation object just before it is encoded.
struct AttestationParts {
  var format = "apple-appattest"
  var certificates: [[UInt8]]
  var receipt: [UInt8]
  var authenticatorData: [UInt8]

  typealias Entry = (key: [UInt8], value: [UInt8])

  var statement: [Entry] {
    [
      (CBORWriter.text("x5c"), CBORWriter.array(certificates.map(CBORWriter.bytes))),
      (CBORWriter.text("receipt"), CBORWriter.bytes(receipt)),
    ]
  }

  var entries: [Entry] {
    [
      (CBORWriter.text("fmt"), CBORWriter.text(format)),
      (CBORWriter.text("attStmt"), CBORWriter.map(statement)),
      (CBORWriter.text("authData"), CBORWriter.bytes(authenticatorData)),
    ]
  }

  var encoded: [UInt8] { CBORWriter.map(entries) }
}
