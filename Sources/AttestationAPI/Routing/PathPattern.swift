/// A path with named parts, as the OpenAPI document writes it: `/v1/apps/{app_id}`.
struct PathPattern: Sendable, Hashable {
  enum Part: Sendable, Hashable {
    case fixed(String)
    case named(String)
  }

  let text: String
  let parts: [Part]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { part in
      part.hasPrefix("{") ? .named(String(part.dropFirst().dropLast())) : .fixed(String(part))
    }
  }

  /// The names of the variable parts.
  var names: [String] {
    parts.compactMap { part in
      if case .named(let name) = part { name } else { nil }
    }
  }
}
