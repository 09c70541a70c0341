import Foundation

/// A file that a command will write; looked at before the work, so that a wrong path costs no more than a word.
struct OutputFile: Sendable {
  private let path: String

  /// The file that an option names; nil when it is not given.
  init?(_ option: String, _ arguments: ParsedArguments) throws(UsageError) {
    guard let path = arguments.value(option) else { return nil }
    guard !path.isEmpty, path != "-" else {
      throw UsageError("\(option) names no file", mend: "Give the path of the file to write.")
    }
    guard !Self.isFolder(path) else {
      throw UsageError("\(option) is a folder: \(path)", mend: "Name a file in it.")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard Self.isFolder(folder) else {
      throw UsageError("\(option) lies in a folder that is not there: \(folder)", mend: "Make the folder first.")
    }
    self.path = path
  }

  /// Writes the whole file.
  func write(_ bytes: [UInt8]) throws {
    do { try Data(bytes).write(to: URL(filePath: path)) } catch {
      throw CommandFailure("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
