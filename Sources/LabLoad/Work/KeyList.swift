import AppleLab
import Cryptography
import Dispatch
import Foundation
import Locking

/// Writes the public halves of a load's keys to a file, for a server that is filled past its API.
///
/// Comma-separated with a header: index, key id and X9.63 point in hexadecimal, account.
public enum KeyList {
  private static let chunk = 4096

  /// Writes all keys, derived on every processor.
  public static func write(_ keys: LoadKeys, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data("index,key_id,public_key,account_id\n".utf8)),
      let file = FileHandle(forWritingAtPath: path)
    else { throw LoadFault.service("\(path) cannot be written") }
    try file.seekToEnd()
    let rows = 16 * chunk
    for start in stride(from: 0, to: keys.count, by: rows) {
      try file.write(contentsOf: Data(lines(of: keys, start..<min(start + rows, keys.count)).utf8))
    }
    try file.close()
  }

  private static func lines(of keys: LoadKeys, _ range: Range<Int>) throws -> String {
    let starts = Array(stride(from: range.lowerBound, to: range.upperBound, by: chunk))
    let parts = Locked<[Result<String, any Error>?]>(Array(repeating: nil, count: starts.count))
    DispatchQueue.concurrentPerform(iterations: starts.count) { position in
      let part = starts[position]..<min(starts[position] + chunk, range.upperBound)
      let result = Result { try part.map { try line(of: keys, $0) }.joined() }
      parts.withLock { $0[position] = result }
    }
    return try parts.withLock { try $0.compactMap { try $0?.get() }.joined() }
  }

  private static func line(of keys: LoadKeys, _ index: Int) throws -> String {
    let key = try keys.key(index)
    return "\(index),\(Hex.encode(key.keyID)),\(Hex.encode(key.privateKey.x963)),\(keys.accountID(index))\n"
  }
}
