internal import CNGHTTP2

/// The HTTP/2 framing of one connection over libnghttp2: bytes in, requests out; replies in, bytes out.
///
/// Not Sendable: it belongs to the server's one thread, on which all of libnghttp2's callbacks run as well.
final class HTTP2Session {
  struct Outgoing {
    var body: [UInt8]
    var sent = 0
    /// Bytes after which the stream is reset.
    var resetAfter: Int?
  }

  /// Requests that are complete and not yet taken.
  var complete: [(stream: Int32, request: HTTP2Request)] = []
  var open: [Int32: HTTP2Request] = [:]
  var outgoing: [Int32: Outgoing] = [:]
  private var session: OpaquePointer?

  init() throws {
    var callbacks: OpaquePointer?
    guard nghttp2_session_callbacks_new(&callbacks) == 0 else {
      throw HTTP2ServerError(call: "nghttp2_session_callbacks_new", code: 0)
    }
    defer { nghttp2_session_callbacks_del(callbacks) }
    nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHeaders)
    nghttp2_session_callbacks_set_on_header_callback(callbacks, takeHeader)
    nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, takeData)
    nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, takeFrame)
    nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, closeStream)
    let status = nghttp2_session_server_new(&session, callbacks, Unmanaged.passUnretained(self).toOpaque())
    guard status == 0 else { throw HTTP2ServerError(call: "nghttp2_session_server_new", code: status) }
    try announce()
  }

  deinit {
    nghttp2_session_del(session)
  }

  /// True when the connection has nothing more to say or hear.
  var isOver: Bool {
    nghttp2_session_want_read(session) == 0 && nghttp2_session_want_write(session) == 0
  }

  func receive(_ bytes: [UInt8]) throws {
    let taken = nghttp2_session_mem_recv(session, bytes, bytes.count)
    guard taken == bytes.count else { throw HTTP2ServerError(call: "nghttp2_session_mem_recv", code: Int32(taken)) }
  }

  /// The bytes that are due on the wire.
  func pending() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var chunk: UnsafePointer<UInt8>?
      let count = nghttp2_session_mem_send(session, &chunk)
      guard count > 0, let chunk else { return bytes }
      bytes += UnsafeBufferPointer(start: chunk, count: count)
    }
  }

  func reply(_ reply: HTTP2Reply, on stream: Int32) {
    let headers = [(name: ":status", value: String(reply.status))] + reply.headers + length(of: reply)
    let cut = reply.ending == .resetHalfway ? reply.body.count / 2 : nil
    outgoing[stream] = Outgoing(body: reply.body, resetAfter: cut)
    HeaderFields(headers).withPointers { fields, count in
      var provider = nghttp2_data_provider()
      provider.read_callback = giveData
      _ = nghttp2_submit_response(session, stream, fields, count, &provider)
    }
  }

  /// The body's length, as servers say it. libcurl 7.88 resets every stream whose end it had to wait for without one, and
  /// libnghttp2 ends a connection after a thousand resets.
  private func length(of reply: HTTP2Reply) -> [(name: String, value: String)] {
    let isTold = reply.headers.contains { $0.name == "content-length" }
    return isTold || [204, 304].contains(reply.status) ? [] : [("content-length", String(reply.body.count))]
  }

  private func announce() throws {
    var settings = [
      nghttp2_settings_entry(settings_id: Int32(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue), value: 1_000)
    ]
    let status = nghttp2_submit_settings(session, UInt8(NGHTTP2_FLAG_NONE.rawValue), &settings, settings.count)
    guard status == 0 else { throw HTTP2ServerError(call: "nghttp2_submit_settings", code: status) }
  }
}
