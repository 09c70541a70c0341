import AttestationService

extension AppRecord {
  private var environmentWords: [String] { environments.sorted().map(\.rawValue) }
  private var platformWords: [String] { platforms.map(\.rawValue).sorted() }

  var cells: [String] {
    [
      identifier.text, environmentWords.joined(separator: ","), platformWords.joined(separator: ","),
      Timestamp.format(updatedAt),
    ]
  }

  var properties: [(name: String, value: String)] {
    get throws {
      [
        ("App", identifier.text), ("Environments", environmentWords.joined(separator: ", ")),
        ("Platforms", platformWords.joined(separator: ", ")), ("Created", Timestamp.format(createdAt)),
        ("Updated", Timestamp.format(updatedAt)), ("Policy", String(decoding: try policy.json, as: UTF8.self)),
      ]
    }
  }

  var json: JSONValue {
    get throws {
      .object([
        ("app_id", .string(identifier.text)), ("environments", .array(environmentWords.map(JSONValue.string))),
        ("platforms", .array(platformWords.map(JSONValue.string))), ("policy", try JSONValue(text: policy.json)),
        ("created_at", .instant(createdAt)), ("updated_at", .instant(updatedAt)),
      ])
    }
  }
}
