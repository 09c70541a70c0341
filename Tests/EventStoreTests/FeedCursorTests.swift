import EventStore
import Testing

@Suite("Feed cursors")
struct FeedCursorTests {
  @Test(
    "a cursor's text reads back as the same cursor",
    arguments: [
      FeedCursor.start, FeedCursor(epoch: 1, transaction: 751, sequence: 12),
      FeedCursor(epoch: .max, transaction: .max, sequence: .max),
    ])
  func roundTrip(_ cursor: FeedCursor) {
    #expect(FeedCursor(text: cursor.text) == cursor)
  }

  @Test(
    "anything else is no cursor",
    arguments: ["", "c1", "c1-0-0", "c1-0-0-0-0", "c2-0-0-0", "c1-00-0-0", "c1-0-0-+1", "c1-A-0-0", "c1-zzzzzzz-0-0"])
  func refused(_ text: String) {
    #expect(FeedCursor(text: text) == nil)
  }

  @Test("cursors are ordered by epoch, then transaction, then sequence")
  func order() {
    let places = [
      FeedCursor(epoch: 1, transaction: 727, sequence: 4), FeedCursor(epoch: 1, transaction: 728, sequence: 3),
      FeedCursor(epoch: 2, transaction: 5, sequence: 1),
    ]
    #expect(places.reversed().sorted() == places)
  }
}
