import CMicroHTTPD
import CMicroHTTPDErrors

/// Makes the library's response objects.
enum ResponseWriter {
  private static let streamBlockBytes = 16 * 1024

  /// Queues an answer; with `closes`, the connection ends after it.
  static func queue(
    _ response: HTTPResponse, on pointer: OpaquePointer, for connection: Connection, closes: Bool
  ) -> MHD_Result {
    guard let object = make(response, for: connection) else { return .NO }
    defer { MHD_destroy_response(object) }
    response.headers.forEachCString { name, value in
      // A field that the library refuses (a line break in it, or a name that is its own business) is left out.
      _ = MHD_add_response_header(object, name, value)
    }
    if closes || response.closesConnection { _ = MHD_add_response_header(object, "Connection", "close") }
    return CMicroHTTPDErrors_queue(pointer, UInt32(clamping: response.status), object) == 1 ? .YES : .NO
  }

  private static func make(_ response: HTTPResponse, for connection: Connection) -> OpaquePointer? {
    switch response.body {
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { CMicroHTTPD_response($0.baseAddress, $0.count) }
    case .stream(let stream):
      let context = Unmanaged.passRetained(StreamContext(stream: stream, connection: connection)).toOpaque()
      return MHD_create_response_from_callback(
        CMicroHTTPD_size_unknown(), streamBlockBytes, readStream, context, freeStream)
    }
  }
}
