internal import CNGHTTP2

// libnghttp2 calls these during mem_recv and mem_send, on the server's thread; the context is the session itself.

private func session(_ context: UnsafeMutableRawPointer?) -> HTTP2Session? {
  context.map { Unmanaged<HTTP2Session>.fromOpaque($0).takeUnretainedValue() }
}

nonisolated func beginHeaders(
  _: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let frame else { return 0 }
  session(context)?.open[frame.pointee.hd.stream_id] = HTTP2Request()
  return 0
}

nonisolated func takeHeader(
  _: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ name: UnsafePointer<UInt8>?, _ nameLength: Int,
  _ value: UnsafePointer<UInt8>?, _ valueLength: Int, _: UInt8, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let frame, let session = session(context) else { return 0 }
  let name = String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self)
  let value = String(decoding: UnsafeBufferPointer(start: value, count: valueLength), as: UTF8.self)
  let stream = frame.pointee.hd.stream_id
  switch name {
  case ":method": session.open[stream]?.method = value
  case ":path": session.open[stream]?.path = value
  case ":authority": session.open[stream]?.authority = value
  default: session.open[stream]?.headers.append((name, value))
  }
  return 0
}

nonisolated func takeData(
  _: OpaquePointer?, _: UInt8, _ stream: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
  _ context: UnsafeMutableRawPointer?
) -> Int32 {
  session(context)?.open[stream]?.body += UnsafeBufferPointer(start: bytes, count: count)
  return 0
}

nonisolated func takeFrame(
  _: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let header = frame?.pointee.hd, let session = session(context) else { return 0 }
  let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
  if ends, let request = session.open.removeValue(forKey: header.stream_id) {
    session.complete.append((header.stream_id, request))
  }
  return 0
}

nonisolated func closeStream(
  _: OpaquePointer?, _ stream: Int32, _: UInt32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  session(context)?.open[stream] = nil
  session(context)?.outgoing[stream] = nil
  return 0
}

nonisolated func giveData(
  _: OpaquePointer?, _ stream: Int32, _ buffer: UnsafeMutablePointer<UInt8>?, _ room: Int,
  _ flags: UnsafeMutablePointer<UInt32>?, _: UnsafeMutablePointer<nghttp2_data_source>?,
  _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let session = session(context), var entry = session.outgoing[stream], let buffer else {
    return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
  }
  let end = entry.resetAfter ?? entry.body.count
  // A temporal failure resets the stream: the fault that was asked for.
  if entry.resetAfter != nil, entry.sent >= end { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
  let count = min(room, end - entry.sent)
  entry.body.withUnsafeBufferPointer { body in
    guard let start = body.baseAddress else { return }
    buffer.update(from: start + entry.sent, count: count)
  }
  entry.sent += count
  session.outgoing[stream] = entry
  if entry.sent == end, entry.resetAfter == nil { flags?.pointee |= UInt32(NGHTTP2_DATA_FLAG_EOF.rawValue) }
  return count
}
