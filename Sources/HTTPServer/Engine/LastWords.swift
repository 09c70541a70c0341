/// A whole HTTP/1.1 response as bytes, for the few moments when the library takes none.
enum LastWords {
  static func bytes(of response: HTTPResponse) -> [UInt8] {
    guard case .bytes(let body) = response.body else { return [] }
    var head = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
    for (name, value) in response.headers { head += "\(name): \(value)\r\n" }
    head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + body
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 408: "Request Timeout"
    case 414: "URI Too Long"
    case 431: "Request Header Fields Too Large"
    case 505: "HTTP Version Not Supported"
    default: "Internal Server Error"
    }
  }
}
