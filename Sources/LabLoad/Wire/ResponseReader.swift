/// Reads the answers of one connection: HTTP/1.1 with a Content-Length, which is all that the service sends.
struct ResponseReader {
  /// An answer with its body, borrowed from the reader's buffer.
  struct Response {
    let status: Int
    let body: ArraySlice<UInt8>
    let closes: Bool
  }

  /// What is not such an answer.
  enum Fault: Error {
    case notHTTP
    case noLength
    case tooLarge
  }

  private static let limit = 1 << 20
  private var buffer: [UInt8] = []

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  mutating func reset() {
    buffer.removeAll(keepingCapacity: true)
  }

  /// The answer, once it is whole; nil while something is missing.
  func response() throws(Fault) -> Response? {
    guard let headEnd = endOfHead() else {
      if buffer.count > Self.limit { throw .tooLarge }
      return nil
    }
    guard headEnd >= 16, buffer.starts(with: "HTTP/1.1 ".utf8), let status = number(in: buffer[9..<12])
    else { throw .notHTTP }
    guard let field = value(of: "content-length", before: headEnd), let length = number(in: field), length < Self.limit
    else { throw .noLength }
    let end = headEnd + length
    if buffer.count < end { return nil }
    let connection = value(of: "connection", before: headEnd)
    let closes = connection.map { Self.isEqual($0, "close") } ?? false
    return Response(status: status, body: buffer[headEnd..<end], closes: closes)
  }

  private func endOfHead() -> Int? {
    guard buffer.count >= 4 else { return nil }
    return buffer.withUnsafeBufferPointer { bytes in
      var index = 3
      while index < bytes.count {
        if bytes[index] == 10, bytes[index - 1] == 13, bytes[index - 2] == 10, bytes[index - 3] == 13 {
          return index + 1
        }
        index += 1
      }
      return nil
    }
  }

  private func value(of name: String, before end: Int) -> ArraySlice<UInt8>? {
    var start = 0
    while start < end, let lineEnd = buffer[start..<end].firstIndex(of: 13) {
      let line = buffer[start..<lineEnd]
      start = lineEnd + 2
      guard line.count > name.utf8.count, line[line.startIndex + name.utf8.count] == UInt8(ascii: ":"),
        Self.isEqual(line.prefix(name.utf8.count), name)
      else { continue }
      return line.dropFirst(name.utf8.count + 1).drop { $0 == 32 }
    }
    return nil
  }

  private func number(in digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    var value = 0
    for digit in digits {
      guard (48...57).contains(digit) else { return nil }
      value = value * 10 + Int(digit - 48)
    }
    return value
  }

  private static func isEqual(_ bytes: ArraySlice<UInt8>, _ lowercase: String) -> Bool {
    bytes.count == lowercase.utf8.count && zip(bytes, lowercase.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 }
  }
}
