internal import COpenSSL

/// What OpenSSL said when a call failed: the whole error stack of this thread, drained.
///
/// Equal by code only. `description` is fit for the public; `debugDescription` has OpenSSL's reasons.
public struct OpenSSLError: Error, Equatable, Sendable {
  /// OpenSSL's packed error number of the earliest entry; 0 when OpenSSL left no reason.
  public let code: UInt
  /// The operation of ours that failed, for people.
  public let operation: String
  /// OpenSSL's reasons, oldest first.
  public let reasons: [String]

  /// Drains the error stack of the calling thread, which must be the thread of the failed call.
  public static func drained(_ operation: String) -> OpenSSLError {
    var code: UInt = 0
    var reasons: [String] = []
    while true {
      let next = ERR_get_error()
      if next == 0 { break }
      if code == 0 { code = next }
      reasons.append(text(of: next))
    }
    return OpenSSLError(code: code, operation: operation, reasons: reasons)
  }

  /// Forgets what earlier calls on this thread have left, so that it is not taken for a later failure's reason.
  public static func clear() {
    ERR_clear_error()
  }

  /// Two errors are the same when OpenSSL gave the same code.
  public static func == (left: OpenSSLError, right: OpenSSLError) -> Bool {
    left.code == right.code
  }

  private static func text(of code: UInt) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      ERR_error_string_n(code, start, buffer.count)
      return String(cString: start)
    }
  }
}

extension OpenSSLError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The operation alone: what may be shown to anybody.
  public var description: String { "\(operation) failed" }

  /// The operation with OpenSSL's reasons.
  public var debugDescription: String { "\(operation) failed: \(reasons.joined(separator: "; "))" }
}
