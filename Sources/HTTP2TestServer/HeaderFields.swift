internal import CNGHTTP2

/// Header fields in the form that libnghttp2 reads; it copies them during the call.
struct HeaderFields {
  private var text: [UInt8] = []
  private var spans: [(name: Range<Int>, value: Range<Int>)] = []

  init(_ headers: [(name: String, value: String)]) {
    for header in headers {
      let name = text.count..<(text.count + header.name.utf8.count)
      text += header.name.utf8
      let value = text.count..<(text.count + header.value.utf8.count)
      text += header.value.utf8
      spans.append((name, value))
    }
  }

  func withPointers(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> Void) {
    var text = text
    text.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      let fields = spans.map { span in
        nghttp2_nv(
          name: start + span.name.lowerBound, value: start + span.value.lowerBound, namelen: span.name.count,
          valuelen: span.value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
      }
      fields.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
    }
  }
}
