/// What has been received of one answer, within limits.
struct ResponseBuffer {
  private static let maximumHeaderBytes = 64 * 1024

  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  private(set) var overflowed = false
  private var headerBytes = 0
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  mutating func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limit - body.count else {
      overflowed = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// A status line begins a new section: interim answers (1xx) come before the one that counts.
  mutating func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
    headerBytes += bytes.count
    guard headerBytes <= Self.maximumHeaderBytes else { return false }
    if bytes.starts(with: "HTTP/".utf8) {
      headers = []
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0 {
      headers.append((text(bytes[..<colon]), text(bytes[(colon + 1)...])))
    }
    return true
  }

  private func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    guard let first = bytes.firstIndex(where: { !isSpace($0) }),
      let last = bytes.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }
}
