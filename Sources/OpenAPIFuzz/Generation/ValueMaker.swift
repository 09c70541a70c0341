import Foundation

/// Makes values for a schema: mostly such as it allows, now and then such as it does not.
struct ValueMaker {
  private static let odd: [JSON] = [
    .null, .bool(true), .integer(0), .integer(-1), .integer(.max), .number(1e308), .text(""), .text("\u{0}"),
    .text("'; drop table accounts; --"), .text("../../etc/passwd"), .text("\u{202e}\u{fffd}"), .array([]), .object([:]),
    .text(String(repeating: "A", count: 5_000)), .array(Array(repeating: .null, count: 300)),
  ]

  let document: JSON
  let harvest: Harvest
  /// One value in so many is of a wrong kind.
  let oddity: Int

  func value(for schema: JSON, named name: String, depth: Int = 0, _ random: inout SplitMix64) -> JSON {
    if random.once(in: oddity) { return random.pick(Self.odd) }
    if let target = schema["$ref"]?.text.flatMap(document.resolve) {
      return value(for: target, named: name, depth: depth, &random)
    }
    if let known = harvest.value(named: name), !random.once(in: 4) { return .text(known) }
    if let words = schema["enum"]?.list, !words.isEmpty { return random.pick(words) }
    if let choices = (schema["oneOf"] ?? schema["anyOf"])?.list, !choices.isEmpty {
      return value(for: random.pick(choices), named: name, depth: depth, &random)
    }
    return plain(type(of: schema), schema, depth, &random)
  }

  private func type(of schema: JSON) -> String {
    schema["type"]?.text ?? schema["type"]?.list?.first?.text ?? "string"
  }

  private func plain(_ type: String, _ schema: JSON, _ depth: Int, _ random: inout SplitMix64) -> JSON {
    switch type {
    case "object": object(schema, depth, &random)
    case "array":
      .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          value(for: schema["items"] ?? .bool(true), named: "", depth: depth + 1, &random)
        })
    case "integer":
      .integer(
        Int64.random(
          in: bound(schema, "minimum", -5)...max(bound(schema, "minimum", -5), bound(schema, "maximum", 100_000)),
          using: &random))
    case "number": .number(Double.random(in: -10...10_000, using: &random))
    case "boolean": .bool(Bool.random(using: &random))
    case "null": .null
    default: .text(text(&random))
    }
  }

  private func bound(_ schema: JSON, _ keyword: String, _ otherwise: Int64) -> Int64 {
    schema[keyword]?.double.flatMap { Int64(exactly: $0.rounded()) } ?? otherwise
  }

  private func object(_ schema: JSON, _ depth: Int, _ random: inout SplitMix64) -> JSON {
    let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
    var members: [String: JSON] = [:]
    for (name, member) in (schema["properties"]?.members ?? [:]).sorted(by: { $0.key < $1.key }) where depth < 8 {
      let isWanted = required.contains(name) ? !random.once(in: 20) : !random.once(in: 3)
      if isWanted { members[name] = value(for: member, named: name, depth: depth + 1, &random) }
    }
    if random.once(in: 12) { members["unexpected"] = random.pick(Self.odd) }
    return .object(members)
  }

  /// Text: base64 of 32 bytes most of the time, since that is what keys and objects are sent as.
  private func text(_ random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: String(decoding: random.bytes(Int.random(in: 0...40, using: &random)), as: UTF8.self)
    case 1: Data(random.bytes(Int.random(in: 0...200, using: &random))).base64EncodedString()
    case 2: Data(random.bytes(31)).base64EncodedString()
    case 3: Data(random.bytes(32)).base64EncodedString().replacingOccurrences(of: "=", with: "")
    default: Data(random.bytes(32)).base64EncodedString()
    }
  }
}
