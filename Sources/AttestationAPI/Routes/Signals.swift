import AttestationService

/// What a device showed besides its proof.
enum Signals {
  static func json(category: UInt32?, bundleVersion: String?, receipt: ReceiptOutcome?, lab: Bool) -> JSONValue {
    var members: [JSONMember] = []
    members.add("validation_category", category.map { .integer(Int64($0)) })
    members.add("bundle_version", bundleVersion.map(JSONValue.text))
    members.append(JSONMember("extensions_shown", .bool(category != nil || bundleVersion != nil)))
    if let receipt {
      var verdict = [JSONMember("verdict", .text(receipt.verdict))]
      verdict.add("code", receipt.code.map(JSONValue.text))
      members.append(JSONMember("receipt", .object(verdict)))
    }
    members.append(JSONMember("lab", .bool(lab)))
    return .object(members)
  }
}
