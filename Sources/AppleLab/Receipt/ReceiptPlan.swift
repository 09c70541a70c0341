import Cryptography
import Foundation

/// What a receipt is to say; a fault changes it before it is signed.
struct ReceiptPlan {
  /// A field: SEQUENCE { type INTEGER, version INTEGER, value OCTET STRING }.
  struct Field {
    var type: Int
    var value: [UInt8]

    init(_ type: ReceiptFieldType, _ value: [UInt8]) {
      self.type = type.rawValue
      self.value = value
    }

    init(_ type: ReceiptFieldType, _ text: String) {
      self.init(type, [UInt8](text.utf8))
    }

    var der: [UInt8] {
      DEREncoder.sequence([DEREncoder.integer(type), DEREncoder.integer(1), DEREncoder.octetString(value)])
    }
  }

  var fields: [Field]
  var signer: LabIdentity
  /// When the receipt is made, whatever it says of it.
  var instant: Date
  var encoding: SignedMessageIssuer.Encoding
  /// The certificates inside; nil for the three of the lab.
  var certificates: [[UInt8]]?
  /// Whether the fields stand in a SEQUENCE instead of a SET.
  var isContentMalformed = false

  mutating func set(_ type: ReceiptFieldType, _ value: [UInt8]) {
    for index in fields.indices where fields[index].type == type.rawValue { fields[index].value = value }
  }

  mutating func set(_ type: ReceiptFieldType, _ text: String) {
    set(type, [UInt8](text.utf8))
  }

  func bytes(_ type: ReceiptFieldType) -> [UInt8] {
    fields.first { $0.type == type.rawValue }?.value ?? []
  }

  func text(_ type: ReceiptFieldType) -> String {
    String(decoding: bytes(type), as: UTF8.self)
  }

  mutating func remove(_ type: ReceiptFieldType) {
    fields.removeAll { $0.type == type.rawValue }
  }

  /// The signed message.
  func sign(by authorities: LabAuthorities) throws -> [UInt8] {
    var issuer = authorities.receiptIssuer(signer: signer)
    if let certificates {
      issuer = SignedMessageIssuer(signer: signer.certificate, key: signer.key, certificates: certificates)
    }
    let fields = fields.map(\.der)
    let content = isContentMalformed ? DEREncoder.sequence(fields) : DEREncoder.set(fields)
    return try issuer.sign(content, encoding: encoding)
  }
}
