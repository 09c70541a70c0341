import AttestationService
import Locking

/// The webhooks that are in force, opened: read by those who send, replaced by the one who follows the feed.
final class WebhookBoard: Sendable {
  private struct Known {
    let entry: WebhookOutbox.Entry
    let opened: OpenedWebhook
  }

  private let known = Locked<[Int64: Known]>([:])

  /// Takes the webhooks that there are. Each secret is opened once; `open` gives nil where that fails.
  func set(_ entries: [WebhookOutbox.Entry], open: (WebhookOutbox.Entry) -> OpenedWebhook?) {
    let before = known.withLock { $0 }
    var after: [Int64: Known] = [:]
    for entry in entries {
      if let same = before[entry.number], same.entry == entry {
        after[entry.number] = same
      } else if let opened = open(entry) {
        after[entry.number] = Known(entry: entry, opened: opened)
      }
    }
    known.withLock { $0 = after }
  }

  /// One of them; nil when it was removed, or is not known yet, or does not open.
  func webhook(_ number: Int64) -> OpenedWebhook? { known.withLock { $0[number]?.opened } }
}
