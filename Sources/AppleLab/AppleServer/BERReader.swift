/// Reads BER (X.690 §8) as far as receipts need it: definite and indefinite lengths, constructed octet strings.
///
/// The lab reads what it is sent with its own eyes: it shares no parser with the service.
struct BERReader {
  struct Element {
    var tag: UInt8
    var content: ArraySlice<UInt8>
  }

  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// The next element, or nil at the end or where the bytes are no BER.
  mutating func next() -> Element? {
    guard rest.count >= 2, let tag = rest.popFirst(), let first = rest.popFirst(), tag & 0x1F != 0x1F else {
      return nil
    }
    if first == 0x80 { return indefinite(tag) }
    guard let length = length(first), length <= rest.count else { return nil }
    let content = rest.prefix(length)
    rest = rest.dropFirst(length)
    return Element(tag: tag, content: content)
  }

  /// All elements of a constructed element.
  static func children(of content: ArraySlice<UInt8>) -> [Element] {
    var reader = BERReader(content)
    var found: [Element] = []
    while let element = reader.next() { found.append(element) }
    return found
  }

  /// The bytes of an octet string, also of one in segments.
  static func octets(of element: Element) -> [UInt8] {
    element.tag & 0x20 == 0 ? Array(element.content) : children(of: element.content).flatMap { octets(of: $0) }
  }

  private mutating func length(_ first: UInt8) -> Int? {
    guard first & 0x80 != 0 else { return Int(first) }
    let count = Int(first & 0x7F)
    guard count <= 4, count <= rest.count else { return nil }
    var value = 0
    for _ in 0..<count { value = value << 8 | Int(rest.popFirst() ?? 0) }
    return value
  }

  private mutating func indefinite(_ tag: UInt8) -> Element? {
    let all = rest
    while rest.count >= 2 {
      if rest[rest.startIndex] == 0, rest[rest.startIndex + 1] == 0 {
        let content = all[all.startIndex..<rest.startIndex]
        rest = rest.dropFirst(2)
        return Element(tag: tag, content: content)
      }
      guard next() != nil else { return nil }
    }
    return nil
  }
}
