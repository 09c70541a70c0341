/// Which bundle versions (CFBundleVersion) of an app are accepted, when the device shows one.
public enum BundleVersionRule: Codable, Sendable, Equatable {
  case any
  /// One of these texts exactly: "1" and "1.0" differ.
  case oneOf([String])
  /// At least this version, compared number by number.
  case atLeast(String)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case oneOf = "one_of"
    case atLeast = "at_least"
  }

  /// Reads `"any"`, `{"one_of": […]}` or `{"at_least": "…"}`.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      guard text == "any" else { throw PolicyProblem(decoder.codingPath, "must be \"any\", one_of or at_least") }
      self = .any
      return
    }
    let fields = try StrictFields<CodingKeys>(decoder)
    var list: [String]?
    var minimum: String?
    try fields.read(.oneOf, into: &list)
    try fields.read(.atLeast, into: &minimum)
    switch (list, minimum) {
    case (let list?, nil): self = .oneOf(list)
    case (nil, let minimum?):
      guard BundleVersion(minimum) != nil else { throw fields.invalid(.atLeast, "must be numbers with dots") }
      self = .atLeast(minimum)
    default: throw PolicyProblem(decoder.codingPath, "must be \"any\", one_of or at_least")
    }
  }

  /// Writes what `init(from:)` reads.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .any:
      var value = encoder.singleValueContainer()
      try value.encode("any")
    case .oneOf(let list):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(list, forKey: .oneOf)
    case .atLeast(let minimum):
      var object = encoder.container(keyedBy: CodingKeys.self)
      try object.encode(minimum, forKey: .atLeast)
    }
  }

  /// Whether a version that a device showed is accepted. One that is not numbers with dots is below every minimum.
  public func accepts(_ shown: String) -> Bool {
    switch self {
    case .any: true
    case .oneOf(let list): list.contains(shown)
    case .atLeast(let minimum):
      if let shown = BundleVersion(shown), let minimum = BundleVersion(minimum) { shown >= minimum } else { false }
    }
  }
}
