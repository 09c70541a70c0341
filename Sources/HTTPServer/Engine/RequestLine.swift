import Foundation

/// Where the parts of a request line lie in the daemon's read buffer.
///
/// The library cuts the line in place, with a zero for each blank between its three parts, and hands the parts on as
/// strings that end at a zero. A zero that the client sent would end one of them early, and a second blank would be
/// skipped: in a proper line each part begins exactly behind the end of the one before. The addresses are only compared.
struct RequestLine {
  private let target: UnsafePointer<CChar>?
  private let end: UnsafePointer<CChar>?

  /// Must be called before the library has cut the query off.
  init(target: UnsafePointer<CChar>?) {
    self.target = target
    end = target.map { $0 + strlen($0) }
  }

  /// Whether the line is a method, a blank, the target, a blank and a version, and nothing besides.
  func isWhole(method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?) -> Bool {
    guard let method, let version, let target, let end else { return false }
    return method + strlen(method) + 1 == target && end + 1 == version
  }
}
