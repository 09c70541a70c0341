/// Textual encoding of DER (RFC 7468).
public enum PEM {
  /// The armoured text of one object.
  public static func encode(_ der: [UInt8], label: String) -> String {
    var lines = ["-----BEGIN \(label)-----"]
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      lines.append(String(rest.prefix(64)))
      rest = rest.dropFirst(64)
    }
    return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
  }

  /// The objects with that label, in order. Text around them is ignored; a damaged object ends the list.
  public static func decode(_ text: String, label: String) -> [[UInt8]] {
    var objects: [[UInt8]] = []
    var body: String?
    for line in text.split(whereSeparator: \.isNewline).map({ $0.trimming(while: \.isWhitespace) }) {
      if line == "-----BEGIN \(label)-----" {
        body = ""
      } else if line == "-----END \(label)-----" {
        guard let bytes = body.flatMap(Base64.decode) else { break }
        objects.append(bytes)
        body = nil
      } else {
        body?.append(contentsOf: line)
      }
    }
    return objects
  }
}

extension Substring {
  fileprivate func trimming(while predicate: (Character) -> Bool) -> Substring {
    var trimmed = drop(while: predicate)
    while let last = trimmed.last, predicate(last) { trimmed.removeLast() }
    return trimmed
  }
}
