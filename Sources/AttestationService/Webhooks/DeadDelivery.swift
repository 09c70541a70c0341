public import Foundation

/// A message that was given up.
public struct DeadDelivery: Sendable {
  private static let prefix = "msg_"

  /// Its number.
  public let id: Int64
  /// The type of its event.
  public let type: String
  /// How often it was sent.
  public let attempts: Int
  /// The last answer: a status, or why nothing was sent.
  public let answer: String
  /// When it was made.
  public let createdAt: Date
  /// When it was given up.
  public let endedAt: Date

  /// Its name, which the receiver would have seen as `webhook-id`.
  public var name: String { Self.name(of: id) }

  /// The name of a message's number.
  public static func name(of id: Int64) -> String { prefix + String(id) }

  /// The number of a message's name; nil when it is none, or not written as names are.
  public static func number(of name: String) -> Int64? {
    guard name.hasPrefix(prefix), let number = Int64(name.dropFirst(prefix.count)), number > 0 else { return nil }
    return Self.name(of: number) == name ? number : nil
  }
}
