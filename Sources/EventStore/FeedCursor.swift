/// A place in a tenant's feed: everything up to and including it was read.
///
/// The epoch rises when the rows come to another database system, where transaction ids start elsewhere; inside an epoch
/// events are ordered by transaction, then by sequence, which is the only order in which late commits are never skipped.
public struct FeedCursor: Sendable, Hashable, Comparable {
  /// The tenant's epoch.
  public let epoch: Int32
  /// The transaction that wrote the event.
  public let transaction: UInt64
  /// The event's sequence number.
  public let sequence: Int64

  /// The place before the first event.
  public static let start = FeedCursor(epoch: 0, transaction: 0, sequence: 0)

  /// Names a place.
  public init(epoch: Int32, transaction: UInt64, sequence: Int64) {
    self.epoch = epoch
    self.transaction = transaction
    self.sequence = sequence
  }

  /// The order of the feed.
  public static func < (one: FeedCursor, other: FeedCursor) -> Bool {
    (one.epoch, one.transaction, one.sequence) < (other.epoch, other.transaction, other.sequence)
  }
}

extension FeedCursor {
  private static let version = "c1"

  /// Opaque text for interfaces: callers compare nothing and build nothing from it.
  public var text: String {
    let parts = [UInt64(UInt32(bitPattern: epoch)), transaction, UInt64(bitPattern: sequence)]
    return FeedCursor.version + parts.map { "-" + String($0, radix: 36) }.joined()
  }

  /// Reads what `text` wrote; nil for anything else.
  public init?(text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard text.utf8.count <= 64, parts.count == 4, parts[0] == FeedCursor.version,
      let epoch = UInt32(parts[1], radix: 36), let transaction = UInt64(parts[2], radix: 36),
      let sequence = UInt64(parts[3], radix: 36)
    else { return nil }
    self.init(epoch: Int32(bitPattern: epoch), transaction: transaction, sequence: Int64(bitPattern: sequence))
    guard self.text == text, self.epoch >= 0, self.sequence >= 0 else { return nil }
  }
}
