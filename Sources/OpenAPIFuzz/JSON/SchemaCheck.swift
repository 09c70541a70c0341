import Foundation

/// Holds a value against a JSON Schema, as far as OpenAPI 3.1 documents of services use it.
///
/// A keyword that it does not know is a fault of the check, not silently a pass.
struct SchemaCheck {
  private static let annotations: Set<String> = [
    "description", "title", "examples", "example", "default", "format", "deprecated", "contentEncoding",
    "contentMediaType", "readOnly", "writeOnly", "$comment",
  ]

  let document: JSON

  /// What is wrong with the value, each with its place; nothing when it matches.
  func problems(of value: JSON, against schema: JSON, at place: String = "") -> [String] {
    guard let keywords = schema.members else { return schema == .bool(false) ? ["\(place): nothing is allowed"] : [] }
    return keywords.sorted { $0.key < $1.key }.flatMap { keyword, rule in
      judge(value, keyword, rule, keywords, place)
    }
  }

  private func judge(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: [String: JSON], _ place: String
  ) -> [String] {
    switch keyword {
    case "$ref": reference(value, rule, place)
    case "type": hasType(value, rule) ? [] : ["\(place): is not \(String(decoding: rule.bytes, as: UTF8.self))"]
    case "enum": rule.list?.contains(value) == true ? [] : ["\(place): is none of the words allowed"]
    case "const": rule == value ? [] : ["\(place): is not the constant"]
    case "oneOf", "anyOf": alternatives(value, keyword, rule, place)
    case "allOf": (rule.list ?? []).flatMap { problems(of: value, against: $0, at: place) }
    case "properties", "required", "additionalProperties": object(value, keyword, rule, schema, place)
    case "items", "minItems", "maxItems": array(value, keyword, rule, place)
    case "pattern", "minLength", "maxLength": text(value, keyword, rule, place)
    case "minimum", "maximum": number(value, keyword, rule, place)
    default:
      Self.annotations.contains(keyword) || keyword.hasPrefix("x-") ? [] : ["\(place): unknown keyword \(keyword)"]
    }
  }

  private func reference(_ value: JSON, _ rule: JSON, _ place: String) -> [String] {
    guard let target = rule.text.flatMap(document.resolve) else { return ["\(place): a reference leads nowhere"] }
    return problems(of: value, against: target, at: place)
  }

  private func alternatives(_ value: JSON, _ keyword: String, _ rule: JSON, _ place: String) -> [String] {
    let matching = (rule.list ?? []).filter { problems(of: value, against: $0, at: place).isEmpty }.count
    let isRight = keyword == "oneOf" ? matching == 1 : matching > 0
    return isRight ? [] : ["\(place): matches \(matching) alternatives of \(keyword)"]
  }

  private func hasType(_ value: JSON, _ rule: JSON) -> Bool {
    if let types = rule.list { return types.contains { hasType(value, $0) } }
    return switch (rule.text, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer), ("number", .number),
      ("string", .text), ("array", .array), ("object", .object):
      true
    default: false
    }
  }

  private func object(
    _ value: JSON, _ keyword: String, _ rule: JSON, _ schema: [String: JSON], _ place: String
  ) -> [String] {
    guard let members = value.members else { return [] }
    let known = schema["properties"]?.members ?? [:]
    switch keyword {
    case "required":
      return (rule.list ?? []).compactMap(\.text).filter { members[$0] == nil }.map { "\(place)/\($0): is missing" }
    case "properties":
      return known.sorted { $0.key < $1.key }.flatMap { name, schema in
        members[name].map { problems(of: $0, against: schema, at: "\(place)/\(name)") } ?? []
      }
    default:
      return members.filter { known[$0.key] == nil }.sorted { $0.key < $1.key }.flatMap {
        problems(of: $0.value, against: rule, at: "\(place)/\($0.key)")
      }
    }
  }

  private func array(_ value: JSON, _ keyword: String, _ rule: JSON, _ place: String) -> [String] {
    guard let values = value.list else { return [] }
    let count = Double(values.count)
    switch keyword {
    case "minItems": return count >= rule.double ?? 0 ? [] : ["\(place): has too few items"]
    case "maxItems": return count <= rule.double ?? .infinity ? [] : ["\(place): has too many items"]
    default:
      return values.enumerated().flatMap { problems(of: $0.element, against: rule, at: "\(place)/\($0.offset)") }
    }
  }

  private func text(_ value: JSON, _ keyword: String, _ rule: JSON, _ place: String) -> [String] {
    guard let text = value.text else { return [] }
    let count = Double(text.unicodeScalars.count)
    let isRight =
      switch keyword {
      case "minLength": count >= rule.double ?? 0
      case "maxLength": count <= rule.double ?? .infinity
      default: rule.text.map { text.range(of: $0, options: .regularExpression) != nil } ?? false
      }
    return isRight ? [] : ["\(place): does not keep to \(keyword)"]
  }

  private func number(_ value: JSON, _ keyword: String, _ rule: JSON, _ place: String) -> [String] {
    guard let number = value.double, let bound = rule.double else { return [] }
    let isRight = keyword == "minimum" ? number >= bound : number <= bound
    return isRight ? [] : ["\(place): does not keep to \(keyword)"]
  }
}
