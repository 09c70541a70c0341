/// The arguments of one call of the library's access handler.
struct HandlerCall {
  let method: UnsafePointer<CChar>?
  let version: UnsafePointer<CChar>?
  let upload: UnsafePointer<CChar>?
  /// In: how many bytes of body there are. Out: how many were left untaken.
  let uploadSize: UnsafeMutablePointer<Int>

  var hasBody: Bool { uploadSize.pointee > 0 }

  /// Takes the bytes of this call.
  func takeBody() -> UnsafeRawBufferPointer {
    defer { uploadSize.pointee = 0 }
    return UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
  }
}
