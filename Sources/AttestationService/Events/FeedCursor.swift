/// A place in a tenant's feed: the epoch, the writing transaction and the sequence number, in this order.
public struct FeedCursor: Sendable, Equatable {
  public let epoch: Int32
  public let xid: UInt64
  public let sequence: Int64

  /// Before everything.
  public static let start = FeedCursor(epoch: 0, xid: 0, sequence: 0)

  /// Names a place.
  public init(epoch: Int32, xid: UInt64, sequence: Int64) {
    self.epoch = epoch
    self.xid = xid
    self.sequence = sequence
  }

  /// Reads the text that `text` gave.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let epoch = Int32(parts[0]), let xid = UInt64(parts[1]), let sequence = Int64(parts[2]),
      epoch >= 0, sequence >= 0
    else { return nil }
    self.init(epoch: epoch, xid: xid, sequence: sequence)
  }

  /// The opaque text that callers get and give back.
  public var text: String { "\(epoch).\(xid).\(sequence)" }
}
