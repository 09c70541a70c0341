import CMicroHTTPD

// The library calls these on its own threads: they are nonisolated free functions, because a closure of an isolated
// type would trap there. A connection is retained when it is opened and released when it is closed; the daemon's
// context outlives the daemon.

/// The request line has been read; nothing in it is decoded yet.
func noteTarget(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let pointer, let opaque = CMicroHTTPD_context(pointer) else { return nil }
  Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().begin(target: target)
  return opaque
}

/// The head, a piece of the body, or the end of a request, or a resumption.
func handleRequest(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?, url: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, upload: UnsafePointer<CChar>?,
  uploadSize: UnsafeMutablePointer<Int>?, request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let opaque = request?.pointee, let uploadSize else { return .NO }
  return Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue()
    .advance(HandlerCall(method: method, version: version, upload: upload, uploadSize: uploadSize))
}

/// The library would answer a request by itself, with HTML.
func answerInPlaceOfLibrary(context: UnsafeMutableRawPointer?, status: UInt32) {
  guard let context else { return }
  Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue().answerInPlaceOfLibrary(status: Int(status))
}

/// A request is over, answered or not.
func completeRequest(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
  request: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, outcome: MHD_RequestTerminationCode
) {
  guard let opaque = request?.pointee else { return }
  Unmanaged<Connection>.fromOpaque(opaque).takeUnretainedValue().finish()
}

/// A connection was opened, or is about to be closed.
func noteConnection(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
  slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, event: MHD_ConnectionNotificationCode
) {
  guard let context, let pointer, let slot else { return }
  let daemon = Unmanaged<DaemonContext>.fromOpaque(context).takeUnretainedValue()
  if CMicroHTTPD_is_start(event) != 0 {
    let connection = Connection(
      pointer: pointer, daemon: daemon, socket: CMicroHTTPD_socket(pointer), remoteAddress: clientAddress(of: pointer))
    daemon.connections.insert(connection)
    slot.pointee = Unmanaged.passRetained(connection).toOpaque()
  } else if let opaque = slot.pointee {
    let connection = Unmanaged<Connection>.fromOpaque(opaque).takeRetainedValue()
    connection.detach()
    daemon.connections.remove(connection)
    daemon.places.giveBack()
    slot.pointee = nil
  }
}

private func clientAddress(of pointer: OpaquePointer) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
    guard let start = text.baseAddress else { return "" }
    CMicroHTTPD_client_address(pointer, start, 64)
    return String(cString: start)
  }
}
