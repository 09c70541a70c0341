/// Why a request is not one that this server reads. Each is refused before any body is read and the connection is
/// closed, because two programs that read the same bytes differently can be played off against each other
/// (RFC 9112, 11.2).
public enum MalformedRequest: String, Sendable, CaseIterable {
  /// Not a token, or longer than any method.
  case method = "bad_method"
  /// Not in origin form, or with characters that may not stand in a target.
  case target = "bad_target"
  /// Neither HTTP/1.0 nor HTTP/1.1.
  case version = "bad_http_version"
  /// A field name that is not a token (a space before the colon is the usual case).
  case fieldName = "bad_header_name"
  /// A field value with control characters.
  case fieldValue = "bad_header_value"
  /// A line that does not end in CR LF, or a folded one.
  case lineEnding = "bad_line_ending"
  /// No `Host` in HTTP/1.1.
  case missingHost = "missing_host"
  /// More than one `Host`.
  case repeatedHost = "repeated_host"
  /// A `Host` with characters that no authority has.
  case host = "bad_host"
  /// `Content-Length` beside `Transfer-Encoding`.
  case lengthAndCoding = "length_and_transfer_coding"
  /// More than one `Content-Length`.
  case repeatedLength = "repeated_content_length"
  /// A `Content-Length` that is not digits, or beyond all measure.
  case length = "bad_content_length"
  /// A body sent in chunks: its length must be announced.
  case lengthRequired = "length_required"
  /// A transfer coding other than `chunked` alone, a repeated one, or one in HTTP/1.0.
  case transferCoding = "unsupported_transfer_coding"
  /// What is no HTTP at all.
  case syntax = "malformed_request"
  /// An expectation other than `100-continue`.
  case expectation = "unsupported_expectation"

  /// The status of the answer.
  public var status: Int {
    switch self {
    case .lengthRequired: 411
    case .transferCoding: 501
    case .version: 505
    case .expectation: 417
    default: 400
    }
  }
}
