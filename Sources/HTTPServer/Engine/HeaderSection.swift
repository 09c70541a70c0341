import CMicroHTTPD
import Foundation

/// The header section as the library parsed it, checked again with less patience.
///
/// The library accepts a bare LF as a line's end and joins folded lines (RFC 9112, 2.2 and 5.2), and afterwards does
/// not tell. But it parses in place and writes a zero over each CR and each LF: in a section of proper lines, each
/// field begins exactly two zeros behind the one before. A section that does not lie like that is refused; should
/// the library ever parse in another way, every request is refused, and the first test notices.
struct HeaderSection {
  let minorVersion: Int
  let headers: HTTPHeaders

  static func read(
    _ connection: OpaquePointer, version: UnsafePointer<CChar>?, limits: HTTPServerConfiguration
  ) throws(HTTPServerFault) -> HeaderSection {
    guard let version else { throw .malformed(.version) }
    let minorVersion = try parse(version: version)
    let capacity = limits.maximumHeaderFields
    let result = withUnsafeTemporaryAllocation(of: CMicroHTTPD_field.self, capacity: capacity) { fields in
      let count = Int(CMicroHTTPD_fields(connection, fields.baseAddress, Int32(capacity)))
      guard count <= capacity else { return Result<HTTPHeaders, HTTPServerFault>.failure(.headersTooLarge) }
      return check(UnsafeMutableBufferPointer(rebasing: fields[..<count]), after: version, limits: limits)
    }
    return HeaderSection(minorVersion: minorVersion, headers: try result.get())
  }

  private static func parse(version: UnsafePointer<CChar>) throws(HTTPServerFault) -> Int {
    if strcmp(version, "HTTP/1.1") == 0 { return 1 }
    if strcmp(version, "HTTP/1.0") == 0 { return 0 }
    throw .malformed(.version)
  }

  private static func check(
    _ fields: UnsafeMutableBufferPointer<CMicroHTTPD_field>, after version: UnsafePointer<CChar>,
    limits: HTTPServerConfiguration
  ) -> Result<HTTPHeaders, HTTPServerFault> {
    let size = fields.reduce(0) { $0 + $1.name_length + $1.value_length }
    guard size <= limits.maximumHeaderBytes else { return .failure(.headersTooLarge) }
    var headers = HTTPHeaders()
    headers.reserve(fields: fields.count, bytes: size)
    var line = version + strlen(version)
    for field in fields {
      guard let name = field.name, let value = field.value, endsProperly(line), name == line + 2 else {
        return .failure(.malformed(.lineEnding))
      }
      let nameBytes = UnsafeRawBufferPointer(start: name, count: field.name_length)
      let valueBytes = UnsafeRawBufferPointer(start: value, count: field.value_length)
      guard Token.isToken(nameBytes) else { return .failure(.malformed(.fieldName)) }
      guard Token.isFieldValue(valueBytes) else { return .failure(.malformed(.fieldValue)) }
      headers.add(name: nameBytes, value: withoutTrailingSpace(valueBytes))
      line = value + field.value_length
    }
    // The empty line behind the last field.
    guard endsProperly(line), endsProperly(line + 2) else { return .failure(.malformed(.lineEnding)) }
    return .success(headers)
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
