internal import COpenSSL

/// One element of a DER encoding, found by OpenSSL's header parser.
public struct DERElement: Sendable, Equatable {
  /// The class of a tag.
  public enum TagClass: Sendable {
    /// Universal tags of X.680.
    case universal
    /// Tags that the surrounding type gives a meaning.
    case contextSpecific
    /// Application and private tags.
    case other
  }

  /// The class of the tag.
  public let tagClass: TagClass
  /// The number of the tag.
  public let tag: Int
  /// Whether the content is itself a row of elements.
  public let isConstructed: Bool
  /// The content, without the header.
  public let content: [UInt8]

  /// The elements that stand one after another in the bytes, each of definite length, nothing left over;
  /// nil when the bytes are anything else or hold more than `limit` elements.
  public static func parseAll(_ bytes: [UInt8], limit: Int = 128) -> [DERElement]? {
    var elements: [DERElement] = []
    var offset = 0
    while offset < bytes.count {
      guard elements.count < limit, let (element, length) = parse(bytes, from: offset) else { return nil }
      elements.append(element)
      offset += length
    }
    return elements
  }

  /// The one element that the bytes are; nil when they are anything else.
  public static func parse(_ bytes: [UInt8]) -> DERElement? {
    guard let (element, length) = parse(bytes, from: 0), length == bytes.count else { return nil }
    return element
  }

  /// The elements inside, when constructed; nil when primitive or malformed.
  public var children: [DERElement]? {
    isConstructed ? DERElement.parseAll(content) : nil
  }

  /// Whether this is the universal type of that number (X.680 §8.4).
  public func isUniversal(_ number: Int) -> Bool {
    tagClass == .universal && tag == number
  }

  /// Whether this carries the context-specific tag of that number.
  public func isContext(_ number: Int) -> Bool {
    tagClass == .contextSpecific && tag == number
  }

  private static func parse(_ bytes: [UInt8], from offset: Int) -> (DERElement, Int)? {
    bytes.withUnsafeBufferPointer { buffer in
      guard offset < buffer.count, let base = buffer.baseAddress else { return nil }
      var cursor: UnsafePointer<UInt8>? = base + offset
      var (length, tag, tagClass) = (0, Int32(0), Int32(0))
      let shape = ASN1_get_object(&cursor, &length, &tag, &tagClass, buffer.count - offset)
      // 0x80 says malformed, and the lowest bit says indefinite length.
      guard shape & 0x81 == 0, let cursor, length >= 0, length <= base + buffer.count - cursor else {
        OpenSSLError.clear()
        return nil
      }
      let element = DERElement(
        tagClass: kind(tagClass), tag: Int(tag), isConstructed: shape & 0x20 != 0,
        content: [UInt8](UnsafeBufferPointer(start: cursor, count: length)))
      return (element, cursor + length - (base + offset))
    }
  }

  private static func kind(_ openSSLClass: Int32) -> TagClass {
    switch openSSLClass {
    case V_ASN1_UNIVERSAL: .universal
    case V_ASN1_CONTEXT_SPECIFIC: .contextSpecific
    default: .other
    }
  }
}
