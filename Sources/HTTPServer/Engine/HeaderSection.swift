import CMicroHTTPD
import Foundation

/// The header section as the library parsed it, checked again with less patience.
///
/// The library accepts a bare LF as a line's end and joins folded lines (RFC 9112, 2.2 and 5.2), and afterwards does
/// not tell. But it parses in place and writes a zero over each CR and each LF: in a section of proper lines, each
/// field begins exactly two zeros behind the one before, and the section ends where the library says that it does (it
/// takes a line that begins with a colon for the empty one). A section that does not lie like that is refused; should
/// the library ever parse in another way, every request is refused, and the first test notices.
struct HeaderSection {
  let minorVersion: Int
  private(set) var headers = HTTPHeaders()
  private(set) var framing = RequestFraming()

  private init(minorVersion: Int) {
    self.minorVersion = minorVersion
  }

  static func read(
    _ connection: OpaquePointer, call: HandlerCall, limits: HTTPServerConfiguration
  ) throws(HTTPServerFault) -> HeaderSection {
    guard let version = call.version, let start = call.method else { throw .malformed(.version) }
    let end = start + CMicroHTTPD_head_size(connection)
    var section = HeaderSection(minorVersion: try parse(version: version))
    let capacity = limits.maximumHeaderFields
    let fault = withUnsafeTemporaryAllocation(of: CMicroHTTPD_field.self, capacity: capacity) { fields in
      let count = Int(CMicroHTTPD_fields(connection, fields.baseAddress, Int32(capacity)))
      guard count <= capacity else { return HTTPServerFault?.some(.headersTooLarge) }
      return section.take(UnsafeMutableBufferPointer(rebasing: fields[..<count]), after: version, to: end, limits)
    }
    if let fault { throw fault }
    return section
  }

  private static func parse(version: UnsafePointer<CChar>) throws(HTTPServerFault) -> Int {
    if strcmp(version, "HTTP/1.1") == 0 { return 1 }
    if strcmp(version, "HTTP/1.0") == 0 { return 0 }
    throw .malformed(.version)
  }

  /// Takes the fields. Returns what is wrong with them.
  private mutating func take(
    _ fields: UnsafeMutableBufferPointer<CMicroHTTPD_field>, after version: UnsafePointer<CChar>,
    to end: UnsafePointer<CChar>, _ limits: HTTPServerConfiguration
  ) -> HTTPServerFault? {
    let size = fields.reduce(0) { $0 + $1.name_length + $1.value_length }
    guard size <= limits.maximumHeaderBytes else { return .headersTooLarge }
    headers.reserve(fields: fields.count, bytes: size)
    var line = version + strlen(version)
    for field in fields {
      guard let name = field.name, let value = field.value, Self.endsProperly(line), name == line + 2 else {
        return .malformed(.lineEnding)
      }
      if let fault = take(
        name: UnsafeRawBufferPointer(start: name, count: field.name_length),
        value: UnsafeRawBufferPointer(start: value, count: field.value_length))
      {
        return .malformed(fault)
      }
      line = value + field.value_length
    }
    // The empty line behind the last field.
    guard line + 4 == end, Self.endsProperly(line), Self.endsProperly(line + 2) else {
      return .malformed(.lineEnding)
    }
    return nil
  }

  private mutating func take(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) -> MalformedRequest? {
    guard Token.isToken(name) else { return .fieldName }
    guard Token.isFieldValue(value) else { return .fieldValue }
    let value = Self.withoutTrailingSpace(value)
    headers.add(name: name, value: value)
    framing.note(name: name, value: value)
    return nil
  }

  /// Whether CR and LF stood here, both overwritten.
  private static func endsProperly(_ line: UnsafePointer<CChar>) -> Bool {
    line[0] == 0 && line[1] == 0
  }

  private static func withoutTrailingSpace(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var count = bytes.count
    while count > 0, bytes[count - 1] == 0x20 || bytes[count - 1] == 0x09 { count -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[..<count])
  }
}
