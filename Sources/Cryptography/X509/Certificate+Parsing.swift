internal import COpenSSL
import FoundationEssentials

extension Certificate {
  static func parse(_ der: [UInt8], library: OpaquePointer? = nil, readsExtensions: Bool = true) -> OpaquePointer? {
    defer { OpenSSLError.clear() }
    let handle = der.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var cursor = buffer.baseAddress
      var made = X509_new_ex(library, nil)
      // On failure OpenSSL frees the object itself.
      return d2i_X509(&made, &cursor, buffer.count)
    }
    guard let handle else { return nil }
    // OpenSSL reads some BER as well, and skips what stands after the end; only what it would write itself is DER.
    // The second call computes the parts that are otherwise computed at first use, and finds unreadable extensions.
    // Reading a key only needs no extensions, and the library without algorithms could not compute those parts.
    guard encode(handle) == der, !readsExtensions || X509_check_purpose(handle, -1, 0) == 1 else {
      X509_free(handle)
      return nil
    }
    return handle
  }

  static func encode(_ handle: OpaquePointer?) -> [UInt8]? {
    let length = i2d_X509(handle, nil)
    guard length > 0 else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      var cursor = buffer.baseAddress
      count = Int(i2d_X509(handle, &cursor))
    }
  }

  static func text(_ name: OpaquePointer?) -> String {
    guard let line = X509_NAME_oneline(name, nil, 0) else { return "" }
    defer { CRYPTO_free(line, "", 0) }
    return String(cString: line)
  }

  static func identifier(_ object: OpaquePointer?) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress, OBJ_obj2txt(start, Int32(buffer.count), object, 1) > 0 else { return "" }
      return String(cString: start)
    }
  }
}

extension [UInt8] {
  /// Copies the content of an OpenSSL string; nil when there is none.
  init?(asn1 string: UnsafePointer<ASN1_STRING>?) {
    guard let string, let data = ASN1_STRING_get0_data(string) else { return nil }
    self.init(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string))))
  }
}

extension Date {
  /// Reads a UTCTime or GeneralizedTime; nil when it is neither.
  init?(asn1 time: UnsafePointer<ASN1_TIME>?) {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_TIME_free(epoch) }
    var (days, seconds) = (Int32(0), Int32(0))
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else {
      OpenSSLError.clear()
      return nil
    }
    self.init(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
  }
}
