/// An HTTP/1.1 and HTTP/2 client: libcurl's multi interface on one thread of its own.
///
/// Certificates are always verified, redirects never followed, and every exchange has a deadline and a cap on its
/// body. One client holds its connections open and shares them among requests.
public final class HTTPClient: Sendable {
  private let loop: TransferLoop

  /// Starts a client and its thread. Fails with `badCertificateAuthorities` when the file cannot be read.
  public init(configuration: HTTPClientConfiguration = HTTPClientConfiguration()) throws(HTTPClientError) {
    loop = try TransferLoop(configuration: configuration)
    loop.start()
  }

  deinit { loop.shutDown() }

  /// Sends a request and reads the whole answer. Cancelling the task abandons the exchange.
  public func send(_ request: HTTPClientRequest) async throws(HTTPClientError) -> HTTPClientResponse {
    let ticket = loop.ticket()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        loop.submit(request, ticket: ticket) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      loop.cancel(ticket)
    }
    return try result.get()
  }

  /// Abandons every exchange with `cancelled` and ends the thread. Later requests fail the same way.
  public func shutDown() { loop.shutDown() }
}
