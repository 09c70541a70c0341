import CCurl

// libcurl calls these on the loop's thread. A count other than the given one makes it abort the transfer.

/// Opens a socket only towards the public internet. It is asked with the address that the name was resolved to, just
/// before the connection: a name that points somewhere else the second time does not help.
func openPublicSocket(
  context: UnsafeMutableRawPointer?, purpose: curlsocktype, address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let context else { return CURL_SOCKET_BAD }
  guard PublicAddress.isPublic(&address.pointee.addr) else {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().refusesAddress()
    return CURL_SOCKET_BAD
  }
  return CCurl_open_socket(address)
}

/// A piece of the body.
func receiveBody(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size * count, context) { $0.takeBody($1) }
}

/// One header line.
func receiveHeader(
  bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, context: UnsafeMutableRawPointer?
) -> Int {
  receive(bytes, size * count, context) { $0.takeHeader($1) }
}

private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ length: Int, _ context: UnsafeMutableRawPointer?,
  _ take: (Transfer, UnsafeRawBufferPointer) -> Bool
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  // Zero means "aborted" to libcurl, unless nothing was given.
  return take(transfer, UnsafeRawBufferPointer(start: bytes, count: length)) ? length : 0
}
