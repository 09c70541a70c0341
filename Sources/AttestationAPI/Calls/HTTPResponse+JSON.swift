import HTTPServer

extension HTTPResponse {
  /// A JSON answer.
  static func json(_ status: Int, _ value: JSONValue) -> HTTPResponse { json(status, text: JSONWriter.write(value)) }

  /// A JSON answer whose text is there already.
  static func json(_ status: Int, text: [UInt8]) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"], body: text)
  }
}
