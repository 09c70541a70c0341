import Locking

/// What answers gave, to be put into later requests: challenges, tokens, event identifiers.
///
/// Without it nearly every request would end at the first check.
public final class Harvest: Sendable {
  private static let kept = 64
  private let values = Locked<[String: [String]]>([:])

  /// Nothing yet.
  public init() {}

  /// Keeps a value under the name of its member.
  public func keep(_ value: String, named name: String) {
    values.withLock { values in
      var kept = values[name, default: []]
      kept.append(value)
      values[name] = kept.suffix(Self.kept)
    }
  }

  /// One of the values, a recent one as a rule.
  public func value(named name: String) -> String? {
    values.withLock { $0[name]?.randomElement() }
  }

  /// Keeps every text of a JSON answer under its member's name.
  func keep(from value: JSON, named name: String = "") {
    switch value {
    case .text(let text) where !name.isEmpty && text.utf8.count < 512: keep(text, named: name)
    case .object(let members): for (name, member) in members { keep(from: member, named: name) }
    case .array(let items): for item in items.prefix(8) { keep(from: item, named: name) }
    default: break
    }
  }
}
