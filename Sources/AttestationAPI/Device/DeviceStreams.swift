import AttestationService
import Foundation
import HTTPServer
import Locking

/// The open streams of events.
///
/// Each account has a few at a time, and the process a bounded number: the oldest ends for the newest, and its client comes
/// back with `Last-Event-ID`, so that nothing is lost.
final class DeviceStreams: Sendable {
  private static let perAccount = 4
  private static let total = 1_000
  /// What a client waits before it comes back, in milliseconds.
  private static let retry = 3_000

  private struct Open {
    let account: String
    let stream: HTTPBodyStream
  }

  private let events: DeviceEvents
  private let open = Locked<[Open]>([])

  init(events: DeviceEvents) {
    self.events = events
  }

  /// A stream of the account's events after a position.
  func open(_ holder: DeviceHolder, site: DeviceSite, after position: Int64) -> HTTPResponse {
    let stream = HTTPBodyStream()
    enter(Open(account: holder.account.id, stream: stream))
    stream.send(Array("retry: \(Self.retry)\n\n".utf8))
    // The stream owns the task: it ends when the client leaves, the token ends, or the server stops.
    Task { [events] in
      try? await events.follow(holder.account, site: site, token: holder.token, after: position) { found in
        stream.send(Self.text(of: found))
      }
      stream.finish()
      leave(stream)
    }
    return HTTPResponse(
      headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"],
      stream: stream)
  }

  private func enter(_ opened: Open) {
    let ended = open.withLock { open -> [Open] in
      open.append(opened)
      let mine = open.filter { $0.account == opened.account }
      let surplus = mine.prefix(max(0, mine.count - Self.perAccount)) + open.prefix(max(0, open.count - Self.total))
      open.removeAll { candidate in surplus.contains { $0.stream === candidate.stream } }
      return Array(surplus)
    }
    ended.forEach { $0.stream.finish() }
  }

  private func leave(_ stream: HTTPBodyStream) {
    open.withLock { $0.removeAll { $0.stream === stream } }
  }

  /// The events as the standard has them (WHATWG HTML, 9.2); a comment when there are none.
  private static func text(of events: [DeviceAccountEvent]) -> [UInt8] {
    guard !events.isEmpty else { return Array(": still here\n\n".utf8) }
    return events.flatMap { event in
      Array("id: \(event.position)\nevent: \(event.kind.name)\ndata: ".utf8) + JSONWriter.write(event.json)
        + Array("\n\n".utf8)
    }
  }
}

extension DeviceAccountEvent {
  var json: JSONValue {
    var members = [JSONMember("type", .text(kind.name)), JSONMember("at", .instant(at))]
    members.add("token_id", tokenID.map(JSONValue.text))
    return .object(members)
  }
}
