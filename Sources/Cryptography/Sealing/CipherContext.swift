internal import COpenSSL

/// One run of AES-256-GCM: bound, transformed and finished once, on one thread.
final class CipherContext {
  private let context: OpaquePointer

  init(key: [UInt8], nonce: [UInt8], isSealing: Bool) throws(OpenSSLError) {
    guard key.count == AES256GCM.keyByteCount, nonce.count == AES256GCM.nonceByteCount,
      let context = EVP_CIPHER_CTX_new()
    else { throw .drained("taking a key of 32 bytes and a nonce of 12") }
    self.context = context
    guard EVP_CipherInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce, isSealing ? 1 : 0) == 1
    else { throw .drained("starting AES-256-GCM") }
  }

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  func bind(_ associatedData: [UInt8]) throws(OpenSSLError) {
    var written: Int32 = 0
    guard
      associatedData.isEmpty
        || EVP_CipherUpdate(context, nil, &written, associatedData, Int32(associatedData.count)) == 1
    else { throw .drained("binding associated data") }
  }

  /// Encrypts or decrypts everything and finishes; when opening, a wrong tag throws and nothing is returned.
  func transform(_ input: [UInt8]) throws(OpenSSLError) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: input.count + 16)
    var written: Int32 = 0
    if !input.isEmpty {
      guard EVP_CipherUpdate(context, &output, &written, input, Int32(input.count)) == 1
      else { throw .drained("running AES-256-GCM") }
    }
    var last: Int32 = 0
    var rest = [UInt8](repeating: 0, count: 16)
    guard EVP_CipherFinal_ex(context, &rest, &last) == 1 else { throw .drained("checking a sealed value") }
    return Array(output.prefix(Int(written)))
  }

  func setTag(_ tag: inout [UInt8]) -> Bool {
    EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
  }

  func tag() throws(OpenSSLError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: AES256GCM.tagByteCount)
    guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    else { throw .drained("reading the tag") }
    return tag
  }
}
