import CCurl
import Foundation

/// One exchange: libcurl's easy handle and what it has received. Lives on the loop's thread.
final class Transfer {
  let easy: UnsafeMutableRawPointer
  let ticket: UInt64
  let completion: TransferLoop.Completion
  private let request: HTTPClientRequest
  private let started = ContinuousClock.now
  private var list: UnsafeMutablePointer<curl_slist>?
  private let errorText: UnsafeMutablePointer<CChar>
  private var received: ResponseBuffer
  private var hasRefusedAddress = false

  init(_ submission: TransferLoop.Submission, configuration: HTTPClientConfiguration) throws(HTTPClientError) {
    guard let easy = curl_easy_init() else {
      throw HTTPClientError(code: .other, curlCode: 0, reason: "libcurl made no handle")
    }
    self.easy = easy
    ticket = submission.ticket
    completion = submission.completion
    request = submission.request
    errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    received = ResponseBuffer(limit: configuration.maximumBodyBytes)
    try prepare(configuration)
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_slist_free_all(list)
    errorText.deallocate()
  }

  private func prepare(_ configuration: HTTPClientConfiguration) throws(HTTPClientError) {
    var options = EasyOptions(easy)
    options.set(CURLOPT_URL, request.url)
    options.set(CURLOPT_PROTOCOLS_STR, "http,https")
    options.set(CURLOPT_NOSIGNAL, 1)
    options.set(CURLOPT_FOLLOWLOCATION, 0)
    options.set(CURLOPT_USERAGENT, configuration.userAgent)
    // Proxies of the environment are not for us: where tokens go is a setting, not a variable's accident.
    options.set(CURLOPT_PROXY, "")
    setTrust(&options, configuration)
    setConnection(&options, configuration)
    if configuration.refusesPrivateAddresses {
      options.allowPublicAddressesOnly(Unmanaged.passUnretained(self).toOpaque())
    }
    setMessage(&options)
    options.set(CURLOPT_ERRORBUFFER, pointer: errorText)
    options.setReceiver(Unmanaged.passUnretained(self).toOpaque())
    try options.check()
  }

  private func setTrust(_ options: inout EasyOptions, _ configuration: HTTPClientConfiguration) {
    options.set(CURLOPT_SSL_VERIFYPEER, 1)
    options.set(CURLOPT_SSL_VERIFYHOST, 2)
    options.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    guard let path = configuration.certificateAuthorities else { return }
    options.set(CURLOPT_CAINFO, path)
    options.set(CURLOPT_CAPATH, nil)
  }

  private func setConnection(_ options: inout EasyOptions, _ configuration: HTTPClientConfiguration) {
    switch configuration.version {
    case .http2IfOffered:
      options.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
      // Rather wait for the connection that is being opened than open another one.
      options.set(CURLOPT_PIPEWAIT, 1)
    case .http1: options.set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
    }
    options.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(configuration.connectTimeout))
    options.set(CURLOPT_TIMEOUT_MS, milliseconds(request.timeout ?? configuration.totalTimeout))
    if let path = configuration.unixSocket { options.set(CURLOPT_UNIX_SOCKET_PATH, path) }
  }

  private func setMessage(_ options: inout EasyOptions) {
    // libcurl waits a second for "100 Continue" before a larger body unless it is told not to ask.
    var lines = ["Expect:"]
    lines += request.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    options.check(lines.allSatisfy { !$0.utf8.contains { $0 < 0x20 && $0 != 0x09 } }, "a header field has a line break")
    for line in lines { list = curl_slist_append(list, line) }
    options.set(CURLOPT_HTTPHEADER, list: list)
    if request.method == "HEAD" {
      options.set(CURLOPT_NOBODY, 1)
    } else if !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method) {
      options.setBody(request.body)
    }
    options.set(CURLOPT_CUSTOMREQUEST, request.method == "HEAD" ? nil : request.method)
  }

  private func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  /// The name stood for an address that is not of the public internet.
  func refusesAddress() { hasRefusedAddress = true }

  /// Takes a piece of the body. Returns false when it grows beyond the limit.
  func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { received.takeBody(bytes) }

  /// Takes one header line. Returns false when there are too many.
  func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool { received.takeHeader(bytes) }

  /// What came of the exchange.
  func result(_ code: CURLcode) -> Result<HTTPClientResponse, HTTPClientError> {
    if received.overflowed {
      return .failure(HTTPClientError(code: .bodyTooLarge, curlCode: Int32(code.rawValue), reason: "over the limit"))
    }
    if code == CURLE_COULDNT_CONNECT, hasRefusedAddress {
      return .failure(
        HTTPClientError(code: .addressNotPublic, curlCode: Int32(code.rawValue), reason: "not on the public internet"))
    }
    guard code == CURLE_OK else {
      let detail = String(cString: errorText)
      return .failure(
        HTTPClientError(code, detail: detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail))
    }
    var status = 0
    var version = 0
    _ = CCurl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
    _ = CCurl_get_long(easy, CURLINFO_HTTP_VERSION, &version)
    return .success(
      HTTPClientResponse(
        status: status, headers: received.headers, body: received.body, version: name(ofVersion: version),
        duration: ContinuousClock.now - started))
  }

  private func name(ofVersion number: Int) -> String {
    switch number {
    case CURL_HTTP_VERSION_1_0: "HTTP/1.0"
    case CURL_HTTP_VERSION_1_1: "HTTP/1.1"
    default: "HTTP/2"
    }
  }
}
