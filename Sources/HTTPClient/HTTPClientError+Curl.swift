import CCurl

extension HTTPClientError {
  /// Says in our words what libcurl said in its own; its number is kept.
  init(_ code: CURLcode, detail: String) {
    self.init(code: Self.code(of: code), curlCode: Int32(code.rawValue), reason: detail)
  }

  private static func code(of code: CURLcode) -> Code {
    switch code {
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .badAddress
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotResolved
    case CURLE_COULDNT_CONNECT: .connectFailed
    case CURLE_PEER_FAILED_VERIFICATION: .tlsNotTrusted
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_NOTFOUND: .tlsFailed
    case CURLE_SSL_CACERT_BADFILE: .badCertificateAuthorities
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM, CURLE_HTTP2:
      .connectionLost
    case CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING, CURLE_WRITE_ERROR:
      .badResponse
    default: .other
    }
  }
}
