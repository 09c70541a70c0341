/// Reads an object whose every field must be known: a misspelt policy must not become a default in silence.
struct StrictFields<Key: CodingKey & CaseIterable> {
  private let container: KeyedDecodingContainer<Key>
  private let path: [any CodingKey]

  init(_ decoder: any Decoder) throws {
    container = try decoder.container(keyedBy: Key.self)
    path = decoder.codingPath
    let known = Set(Key.allCases.map(\.stringValue))
    let present = try decoder.container(keyedBy: AnyFieldName.self).allKeys
    for name in present.sorted(by: { $0.stringValue < $1.stringValue }) where !known.contains(name.stringValue) {
      throw PolicyProblem(path + [name], "is not a field of the policy")
    }
  }

  /// Overwrites the default when the field is there. JSON null is no value.
  func read<Value: Decodable>(_ key: Key, into value: inout Value) throws {
    guard container.contains(key) else { return }
    do {
      value = try container.decode(Value.self, forKey: key)
    } catch let problem as PolicyProblem {
      throw problem
    } catch {
      throw invalid(key, "has a value of the wrong kind")
    }
  }

  /// Refuses the field when its rule does not hold.
  func require(_ key: Key, _ holds: Bool) throws {
    guard holds else { throw invalid(key, "is out of its range") }
  }

  func invalid(_ key: Key, _ reason: String) -> PolicyProblem { PolicyProblem(path + [key], reason) }
}
