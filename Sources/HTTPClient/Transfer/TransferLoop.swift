import CCurl
import Foundation
import Locking
import Synchronization

/// The thread that owns libcurl's multi handle. Others reach it through a queue and a wake-up.
///
/// `@unchecked Sendable`: `multi` is used on the loop's own thread; the one exception, `curl_multi_wakeup`, is made
/// for other threads, and is called under the lock of `inbox` only while the loop has not ended.
final class TransferLoop: @unchecked Sendable {
  typealias Completion = @Sendable (Result<HTTPClientResponse, HTTPClientError>) -> Void

  struct Submission: Sendable {
    let ticket: UInt64
    let request: HTTPClientRequest
    let completion: Completion
  }

  private struct Inbox {
    var submissions: [Submission] = []
    var cancellations: [UInt64] = []
    var isShutDown = false
    var hasEnded = false
  }

  /// How long the thread sleeps when nothing happens; libcurl shortens it to its own next deadline.
  private static let longestSleep: Int32 = 60_000
  private static let crowd: Int32 = 16
  private static let restPerTransfer: UInt32 = 20

  private let configuration: HTTPClientConfiguration
  private let multi: UnsafeMutableRawPointer
  private let inbox = Locked(Inbox())
  private let tickets = Atomic<UInt64>(0)

  init(configuration: HTTPClientConfiguration) throws(HTTPClientError) {
    if let path = configuration.certificateAuthorities, !FileManager.default.isReadableFile(atPath: path) {
      throw HTTPClientError(code: .badCertificateAuthorities, curlCode: 0, reason: "cannot read \(path)")
    }
    guard CCurl_global_init() == CURLE_OK, let multi = curl_multi_init() else {
      throw HTTPClientError(code: .other, curlCode: 0, reason: "libcurl did not start")
    }
    self.configuration = configuration
    self.multi = multi
    _ = CCurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
    _ = CCurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost)
  }

  func start() {
    let thread = Thread { [self] in run() }
    thread.name = "http-client"
    thread.start()
  }

  func ticket() -> UInt64 { tickets.wrappingAdd(1, ordering: .relaxed).newValue }

  func submit(_ request: HTTPClientRequest, ticket: UInt64, completion: @escaping Completion) {
    let isAccepted = inbox.withLock { inbox in
      guard !inbox.isShutDown else { return false }
      inbox.submissions.append(Submission(ticket: ticket, request: request, completion: completion))
      wake(inbox)
      return true
    }
    if !isAccepted { completion(.failure(.cancelled)) }
  }

  func cancel(_ ticket: UInt64) {
    inbox.withLock { inbox in
      inbox.cancellations.append(ticket)
      wake(inbox)
    }
  }

  func shutDown() {
    inbox.withLock { inbox in
      inbox.isShutDown = true
      wake(inbox)
    }
  }

  private func wake(_ inbox: borrowing Inbox) {
    if !inbox.hasEnded { curl_multi_wakeup(multi) }
  }

  // MARK: On the loop's thread

  private func run() {
    var transfers = TransferTable()
    while takeMail(into: &transfers) {
      var running: Int32 = 0
      curl_multi_perform(multi, &running)
      finishTransfers(&transfers)
      rest(after: running)
      curl_multi_poll(multi, nil, 0, Self.longestSleep, nil)
    }
    for transfer in transfers.removeAll() { end(transfer, with: .failure(.cancelled)) }
    inbox.withLock { $0.hasEnded = true }
    curl_multi_cleanup(multi)
  }

  /// libcurl takes a step for every transfer that is under way, whatever has happened: about a microsecond each. With many
  /// of them it is let rest so long that the steps stay a small part of the time, and what happens meanwhile is done at
  /// once. Some milliseconds of a hundred answers' delay are not noticed; a few transfers never wait.
  private func rest(after running: Int32) {
    guard running >= Self.crowd else { return }
    usleep(UInt32(running) * Self.restPerTransfer)
  }

  /// Takes what other threads left. Returns false when the loop is to end.
  private func takeMail(into transfers: inout TransferTable) -> Bool {
    let mail = inbox.withLock { inbox in
      let mail = inbox
      inbox.submissions = []
      inbox.cancellations = []
      return mail
    }
    for submission in mail.submissions { begin(submission, in: &transfers) }
    for ticket in mail.cancellations {
      if let transfer = transfers.remove(ticket: ticket) { end(transfer, with: .failure(.cancelled)) }
    }
    return !mail.isShutDown
  }

  private func begin(_ submission: Submission, in transfers: inout TransferTable) {
    do throws(HTTPClientError) {
      let transfer = try Transfer(submission, configuration: configuration)
      guard curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
        throw HTTPClientError(code: .other, curlCode: 0, reason: "libcurl refused the transfer")
      }
      transfers.insert(transfer)
    } catch {
      submission.completion(.failure(error))
    }
  }

  private func finishTransfers(_ transfers: inout TransferTable) {
    var code = CURLE_OK
    while let easy = CCurl_next_finished(multi, &code) {
      guard let transfer = transfers.remove(easy: easy) else { continue }
      end(transfer, with: transfer.result(code))
    }
  }

  private func end(_ transfer: Transfer, with result: Result<HTTPClientResponse, HTTPClientError>) {
    curl_multi_remove_handle(multi, transfer.easy)
    transfer.completion(result)
  }
}

extension HTTPClientError {
  static let cancelled = HTTPClientError(code: .cancelled, curlCode: 0, reason: "cancelled")
}
