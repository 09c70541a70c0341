import AttestationService

extension AppRecord {
  /// The app as the API shows it.
  var json: JSONValue {
    get throws {
      .object([
        JSONMember("app_id", .text(identifier.text)),
        JSONMember("environments", .array(environments.sorted().map { .text($0.rawValue) })),
        JSONMember("platforms", .array(platforms.map(\.rawValue).sorted().map(JSONValue.text))),
        JSONMember("policy", try JSONReader.read(policy.json)),
        JSONMember("created_at", .instant(createdAt)), JSONMember("updated_at", .instant(updatedAt)),
      ])
    }
  }
}
