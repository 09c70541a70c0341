internal import CCBOR

/// Reads items one header at a time: libcbor says what stands at the offset, the rules are applied here.
struct Decoder {
  private let input: UnsafeBufferPointer<UInt8>
  private let limits: CBORLimits
  private var callbacks = Token.callbacks
  private var items = 0
  private(set) var offset = 0

  init(_ input: UnsafeBufferPointer<UInt8>, limits: CBORLimits) {
    self.input = input
    self.limits = limits
  }

  /// The item at the offset, which is inside `depth` collections.
  mutating func item(depth: Int) throws(CBORError) -> CBORValue {
    items += 1
    guard items <= limits.items else { throw .tooManyItems }
    let token = try next()
    switch token.kind {
    case .unsigned: return .unsigned(token.number)
    case .negative: return .negative(token.number)
    case .bytes: return .bytes([UInt8](token.content))
    case .text: return .text(try text(token.content))
    case .bool: return .bool(token.number != 0)
    case .null: return .null
    case .array: return .array(try array(of: token.number, depth: depth + 1))
    case .map: return .map(try map(of: token.number, depth: depth + 1))
    case .indefinite: throw .indefiniteLength
    case .tag: throw .tag
    case .float: throw .float
    case .undefined: throw .simpleValue
    case .none: throw .malformed
    }
  }

  private mutating func array(of count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
    try check(count, atLeast: 1, depth: depth)
    var values: [CBORValue] = []
    for _ in 0..<count { values.append(try item(depth: depth)) }
    return values
  }

  private mutating func map(of count: UInt64, depth: Int) throws(CBORError) -> [CBOREntry] {
    try check(count, atLeast: 2, depth: depth)
    var entries: [CBOREntry] = []
    entries.reserveCapacity(Int(count))
    for _ in 0..<count {
      let key = try item(depth: depth)
      switch key {
      case .unsigned, .negative, .bytes, .text: break
      case .array, .map, .bool, .null: throw .unsupportedKey
      }
      if entries.contains(where: { $0.key == key }) { throw .duplicateKey }
      entries.append(CBOREntry(key: key, value: try item(depth: depth)))
    }
    return entries
  }

  /// Refuses a collection that is too deep, or that cannot fit into what is left, before anything of it is read.
  private func check(_ count: UInt64, atLeast bytesEach: UInt64, depth: Int) throws(CBORError) {
    guard depth <= limits.depth else { throw .tooDeep }
    guard count <= UInt64(input.count - offset) / bytesEach else { throw .tooManyItems }
  }

  private mutating func next() throws(CBORError) -> Token {
    guard offset < input.count, let start = input.baseAddress else { throw .truncated }
    try refuseUndefinedSimpleValue(input[offset])
    var token = Token()
    let result = withUnsafeMutablePointer(to: &token) {
      cbor_stream_decode(start + offset, input.count - offset, &callbacks, $0)
    }
    switch result.status {
    case CBOR_DECODER_FINISHED: break
    case CBOR_DECODER_NEDATA: throw .truncated
    default: throw .malformed
    }
    try token.requireShortest(read: Int(result.read))
    offset += Int(result.read)
    return token
  }

  /// libcbor calls these malformed, as it does bytes that RFC 8949 reserves; the reason is worth telling apart.
  private func refuseUndefinedSimpleValue(_ first: UInt8) throws(CBORError) {
    if (0xE0...0xF3).contains(first) || first == 0xF8 { throw .simpleValue }
  }

  private func text(_ content: UnsafeBufferPointer<UInt8>) throws(CBORError) -> String {
    // Nearly every text is ASCII, and validating costs a hundred times as much as seeing that.
    if content.allSatisfy({ $0 < 0x80 }) { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else { throw .invalidText }
    return text
  }
}
