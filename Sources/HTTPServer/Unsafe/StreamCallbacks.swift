import CMicroHTTPD

/// What the library holds while it sends a stream; released in `freeStream`, exactly once.
final class StreamContext {
  let stream: HTTPBodyStream
  let connection: Connection

  init(stream: HTTPBodyStream, connection: Connection) {
    self.stream = stream
    self.connection = connection
  }
}

/// Content reader of a streamed response, on the daemon's thread.
func readStream(
  context: UnsafeMutableRawPointer?, position: UInt64, buffer: UnsafeMutablePointer<CChar>?, capacity: Int
) -> Int {
  guard let context, let buffer else { return CMicroHTTPD_end_with_error() }
  let stream = Unmanaged<StreamContext>.fromOpaque(context).takeUnretainedValue()
  return stream.stream.read(
    into: UnsafeMutableRawBufferPointer(start: buffer, count: capacity), for: stream.connection)
}

/// The library lets go of a streamed response.
func freeStream(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  let stream = Unmanaged<StreamContext>.fromOpaque(context).takeRetainedValue()
  stream.stream.abort()
}
