import AttestationService
import Lifecycle

/// Where a command finds a master key: a variable with the key, or one with `_FILE` that names a file.
enum MasterKeyPlace {
  static func read(_ variable: String, _ console: Console) throws -> MasterKey {
    if let text = console.environment[variable], !text.isEmpty {
      do { return try MasterKey(Secret(text)) } catch {
        throw UsageError("\(variable) holds no master key", mend: error.description)
      }
    }
    guard let path = console.environment[variable + "_FILE"], !path.isEmpty else {
      throw UsageError("no master key is given", mend: "Put it into a file and name it in \(variable)_FILE.")
    }
    return try read(file: path, of: variable, console)
  }

  private static func read(
    file path: String, of variable: String, _ console: Console
  ) throws(UnreadableInput) -> MasterKey {
    let text = String(decoding: try console.read(path), as: UTF8.self)
    do { return try MasterKey(Secret(String(text.filter { !$0.isWhitespace }))) } catch {
      throw UnreadableInput("\(path), which \(variable)_FILE names, holds no master key. \(error)")
    }
  }
}
