internal import COpenSSL

/// What a TLS server shows and speaks: its certificate and key, and the application protocols that it accepts (ALPN).
///
/// Sendable because the context is complete when `init` returns and is only read afterwards; OpenSSL locks the
/// session cache inside it.
public final class TLSServerIdentity: @unchecked Sendable {
  let context: OpaquePointer
  /// The protocols in wire form (RFC 7301 §3.1): each preceded by its length.
  let protocols: [UInt8]

  /// An identity of a certificate (DER), the certificates above it, and its key (PKCS#8 PEM).
  public init(
    certificate: [UInt8], above: [[UInt8]] = [], keyPEM: String, applicationProtocols: [String]
  ) throws(OpenSSLError) {
    OpenSSLError.clear()
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw .drained("making a TLS context") }
    self.context = context
    protocols = applicationProtocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    try Self.use(certificate, keyPEM, in: context)
    for der in above { try Self.add(der, to: context) }
    // The identity outlives every session: each session holds it.
    SSL_CTX_set_alpn_select_cb(context, selectProtocol, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    SSL_CTX_free(context)
  }

  private static func use(_ der: [UInt8], _ keyPEM: String, in context: OpaquePointer) throws(OpenSSLError) {
    let key = Array(PEM.decode(keyPEM, label: "PRIVATE KEY").first ?? [])
    let isUsed = key.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      guard let parsed = d2i_AutoPrivateKey(nil, &position, buffer.count) else { return false }
      defer { EVP_PKEY_free(parsed) }
      return SSL_CTX_use_certificate_ASN1(context, Int32(der.count), der) == 1
        && SSL_CTX_use_PrivateKey(context, parsed) == 1
    }
    guard isUsed, SSL_CTX_check_private_key(context) == 1 else { throw .drained("loading a TLS identity") }
  }

  private static func add(_ der: [UInt8], to context: OpaquePointer) throws(OpenSSLError) {
    let parsed = der.withUnsafeBufferPointer { buffer in
      var position = buffer.baseAddress
      return d2i_X509(nil, &position, buffer.count)
    }
    guard let parsed else { throw .drained("reading a certificate") }
    // The context takes over the certificate when the call succeeds.
    guard SSL_CTX_ctrl(context, SSL_CTRL_EXTRA_CHAIN_CERT, 0, UnsafeMutableRawPointer(parsed)) == 1 else {
      X509_free(parsed)
      throw .drained("adding a certificate to a chain")
    }
  }
}

/// OpenSSL's callback during the handshake, on the thread that feeds the session.
private nonisolated func selectProtocol(
  _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ length: UnsafeMutablePointer<UInt8>?,
  _ offered: UnsafePointer<UInt8>?, _ offeredLength: UInt32, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  guard let argument, let chosen else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  let identity = Unmanaged<TLSServerIdentity>.fromOpaque(argument).takeUnretainedValue()
  var found: UnsafeMutablePointer<UInt8>?
  let status = identity.protocols.withUnsafeBufferPointer { own in
    SSL_select_next_proto(&found, length, own.baseAddress, UInt32(own.count), offered, offeredLength)
  }
  guard status == OPENSSL_NPN_NEGOTIATED, let found else { return SSL_TLSEXT_ERR_ALERT_FATAL }
  // What was found may lie in our own list, which has moved on when this returns: answer from the client's bytes.
  chosen.pointee = position(of: found, count: Int(length?.pointee ?? 0), in: offered, Int(offeredLength))
  return chosen.pointee == nil ? SSL_TLSEXT_ERR_ALERT_FATAL : SSL_TLSEXT_ERR_OK
}

private func position(
  of name: UnsafePointer<UInt8>, count: Int, in offered: UnsafePointer<UInt8>?, _ length: Int
) -> UnsafePointer<UInt8>? {
  guard let offered else { return nil }
  var index = 0
  while index < length, index + 1 + Int(offered[index]) <= length {
    let size = Int(offered[index])
    if size == count, (0..<size).allSatisfy({ offered[index + 1 + $0] == name[$0] }) { return offered + index + 1 }
    index += 1 + size
  }
  return nil
}
