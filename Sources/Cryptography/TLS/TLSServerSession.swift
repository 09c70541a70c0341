internal import COpenSSL

/// The server's side of one TLS connection, as bytes in and bytes out: it holds no socket.
///
/// Not Sendable: a session belongs to the thread that owns the connection.
public final class TLSServerSession {
  private let identity: TLSServerIdentity
  private let session: OpaquePointer
  private let incoming: OpaquePointer
  private let outgoing: OpaquePointer

  /// A session that waits for a client.
  public init(_ identity: TLSServerIdentity) throws(OpenSSLError) {
    guard let session = SSL_new(identity.context) else { throw .drained("making a TLS session") }
    guard let incoming = BIO_new(BIO_s_mem()), let outgoing = BIO_new(BIO_s_mem()) else {
      SSL_free(session)
      throw .drained("making a TLS session")
    }
    self.identity = identity
    self.session = session
    self.incoming = incoming
    self.outgoing = outgoing
    // The session takes over both buffers.
    SSL_set_bio(session, incoming, outgoing)
    SSL_set_accept_state(session)
  }

  deinit {
    SSL_free(session)
  }

  /// True when the handshake is over and plain bytes can be sent.
  public var isEstablished: Bool { SSL_is_init_finished(session) == 1 }

  /// Takes bytes from the wire and gives the plain bytes that they carried; none while the handshake runs.
  public func receive(_ bytes: ArraySlice<UInt8>) throws(OpenSSLError) -> [UInt8] {
    OpenSSLError.clear()
    _ = bytes.withUnsafeBytes { BIO_write(incoming, $0.baseAddress, Int32($0.count)) }
    if !isEstablished {
      let status = SSL_do_handshake(session)
      guard status == 1 || wantsMore(status) else { throw .drained("a TLS handshake") }
    }
    return try readPlain()
  }

  /// Encrypts plain bytes; `pending` then has what goes to the wire.
  public func send(_ plain: [UInt8]) throws(OpenSSLError) {
    guard !plain.isEmpty else { return }
    OpenSSLError.clear()
    guard SSL_write(session, plain, Int32(plain.count)) == Int32(plain.count) else {
      throw .drained("writing to a TLS session")
    }
  }

  /// Says goodbye (close_notify); `pending` then has what goes to the wire.
  public func close() {
    SSL_shutdown(session)
    OpenSSLError.clear()
  }

  /// Takes what has to go to the wire.
  public func pending() -> [UInt8] {
    let count = BIO_ctrl_pending(outgoing)
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, taken in
      taken = max(0, Int(BIO_read(outgoing, buffer.baseAddress, Int32(count))))
    }
  }

  private func readPlain() throws(OpenSSLError) -> [UInt8] {
    var plain: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while isEstablished {
      let count = SSL_read(session, &chunk, Int32(chunk.count))
      guard count > 0 else {
        if wantsMore(count) || SSL_get_error(session, count) == SSL_ERROR_ZERO_RETURN { break }
        throw .drained("reading from a TLS session")
      }
      plain += chunk.prefix(Int(count))
    }
    return plain
  }

  private func wantsMore(_ status: Int32) -> Bool {
    let reason = SSL_get_error(session, status)
    return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE
  }
}
