/// What the server asks of the program behind it. Both calls come on one of the server's own threads: they must
/// return soon and never wait.
public protocol HTTPHandler: Sendable {
  /// How many bytes of body this request may have. Asked once, before any body is read; a longer body is answered
  /// with `HTTPServerFault.bodyTooLarge`.
  func bodyLimit(for head: HTTPRequestHead) -> Int

  /// Answers a request by completing `respond`, before returning or later and from any thread. An answer given
  /// before returning is the cheapest: the connection need not be suspended.
  func handle(_ request: HTTPRequest, _ respond: HTTPResponder)
}
