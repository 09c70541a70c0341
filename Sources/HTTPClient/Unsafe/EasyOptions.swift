import CCurl

/// Sets options of an easy handle and remembers the first that failed.
struct EasyOptions {
  private let easy: UnsafeMutableRawPointer
  private var failure: HTTPClientError?

  init(_ easy: UnsafeMutableRawPointer) {
    self.easy = easy
  }

  mutating func set(_ option: CURLoption, _ value: Int) { note(CCurl_set_long(easy, option, value)) }
  mutating func set(_ option: CURLoption, _ value: String?) { note(CCurl_set_text(easy, option, value)) }
  mutating func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) {
    note(CCurl_set_pointer(easy, option, pointer))
  }
  mutating func set(_ option: CURLoption, list: UnsafeMutablePointer<curl_slist>?) {
    note(CCurl_set_list(easy, option, list))
  }

  /// libcurl copies the body: the array may go.
  mutating func setBody(_ body: [UInt8]) {
    note(CCurl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
    let code = body.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return CCurl_set_text(easy, CURLOPT_COPYPOSTFIELDS, "") }
      return CCurl_set_pointer(easy, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: start))
    }
    note(code)
  }

  /// Both callbacks get the transfer, which outlives the handle.
  mutating func setReceiver(_ transfer: UnsafeMutableRawPointer) {
    note(CCurl_set_data_callback(easy, CURLOPT_WRITEFUNCTION, receiveBody))
    set(CURLOPT_WRITEDATA, pointer: transfer)
    note(CCurl_set_data_callback(easy, CURLOPT_HEADERFUNCTION, receiveHeader))
    set(CURLOPT_HEADERDATA, pointer: transfer)
  }

  mutating func allowPublicAddressesOnly(_ transfer: UnsafeMutableRawPointer) {
    note(CCurl_set_socket_callback(easy, openPublicSocket, transfer))
  }

  mutating func check(_ condition: Bool, _ reason: String) {
    if !condition, failure == nil { failure = HTTPClientError(code: .badRequest, curlCode: 0, reason: reason) }
  }

  func check() throws(HTTPClientError) {
    if let failure { throw failure }
  }

  private mutating func note(_ code: CURLcode) {
    guard code != CURLE_OK, failure == nil else { return }
    failure = HTTPClientError(code, detail: String(cString: curl_easy_strerror(code)))
  }
}
