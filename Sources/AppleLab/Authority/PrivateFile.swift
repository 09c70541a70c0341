public import Foundation

/// Files that only their owner may read.
public enum PrivateFile {
  /// Writes a text to a file that is created with its permissions, so that it is never open to others.
  public static func write(_ text: String, to file: URL) throws {
    let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    guard FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8), attributes: attributes)
    else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path]) }
  }
}
