extension HTTPServerFault {
  /// The plainest problem details (RFC 9457) for a fault. A program with its own words replaces this in
  /// `HTTPServerConfiguration.errorResponse`.
  public static func problemDetails(_ fault: HTTPServerFault) -> HTTPResponse {
    let text = #"{"type":"about:blank","status":\#(fault.status),"code":"\#(fault.code)"}"#
    var headers: HTTPHeaders = ["Content-Type": "application/problem+json"]
    if fault.status == 503 { headers.add("Retry-After", "1") }
    return HTTPResponse(status: fault.status, headers: headers, body: Array(text.utf8))
  }
}
