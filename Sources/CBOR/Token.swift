internal import CCBOR

/// What libcbor found at an offset: the callbacks write it, the decoder reads it.
struct Token {
  enum Kind {
    case none, unsigned, negative, bytes, text, array, map, bool, null
    case indefinite, tag, float, undefined
  }

  var kind = Kind.none
  /// The integer, the count of items or entries, the length of a string, or a boolean as 0 or 1.
  var number: UInt64 = 0
  /// The content of a string, inside the decoder's input.
  var content = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

  /// Refuses a header that spends more bytes on its number than needed (RFC 8949 §4.2.1).
  func requireShortest(read: Int) throws(CBORError) {
    switch kind {
    case .unsigned, .negative, .array, .map, .bytes, .text:
      if read - content.count != Token.shortestHeader(number) { throw .notShortest }
    case .bool, .null, .indefinite, .tag, .float, .undefined, .none: break
    }
  }

  private static func shortestHeader(_ number: UInt64) -> Int {
    switch number {
    case ...23: 1
    case ...0xFF: 2
    case ...0xFFFF: 3
    case ...0xFFFF_FFFF: 5
    default: 9
    }
  }

  static var callbacks: cbor_callbacks {
    cbor_callbacks(
      uint8: { put($0, .unsigned, UInt64($1)) }, uint16: { put($0, .unsigned, UInt64($1)) },
      uint32: { put($0, .unsigned, UInt64($1)) }, uint64: { put($0, .unsigned, $1) },
      negint64: { put($0, .negative, $1) }, negint32: { put($0, .negative, UInt64($1)) },
      negint16: { put($0, .negative, UInt64($1)) }, negint8: { put($0, .negative, UInt64($1)) },
      byte_string_start: { put($0, .indefinite) }, byte_string: { putString($0, .bytes, $1, $2) },
      string: { putString($0, .text, $1, $2) }, string_start: { put($0, .indefinite) },
      indef_array_start: { put($0, .indefinite) }, array_start: { putCount($0, .array, $1) },
      indef_map_start: { put($0, .indefinite) }, map_start: { putCount($0, .map, $1) },
      tag: { put($0, .tag, $1) },
      float2: { context, _ in put(context, .float) }, float4: { context, _ in put(context, .float) },
      float8: { context, _ in put(context, .float) },
      undefined: { put($0, .undefined) }, null: { put($0, .null) }, boolean: { put($0, .bool, $1 ? 1 : 0) },
      indef_break: { put($0, .indefinite) })
  }
}

/// Called by libcbor, synchronously, with the token that the decoder passed as context.
private func put(_ context: UnsafeMutableRawPointer?, _ kind: Token.Kind, _ number: UInt64 = 0) {
  guard let token = context?.assumingMemoryBound(to: Token.self) else { return }
  token.pointee.kind = kind
  token.pointee.number = number
}

/// A count is a `size_t`, which Swift imports as `Int`: one above 2^63 arrives negative, and must not trap.
private func putCount(_ context: UnsafeMutableRawPointer?, _ kind: Token.Kind, _ count: Int) {
  put(context, kind, UInt64(UInt(bitPattern: count)))
}

private func putString(
  _ context: UnsafeMutableRawPointer?, _ kind: Token.Kind, _ start: UnsafePointer<UInt8>?, _ count: Int
) {
  putCount(context, kind, count)
  // libcbor has checked that so many bytes are there.
  guard count >= 0 else { return }
  context?.assumingMemoryBound(to: Token.self).pointee.content = UnsafeBufferPointer(start: start, count: count)
}
