import AttestationService
import Lifecycle

/// Where a command finds a master key: a variable with the key, or one with `_FILE` that names a file.
enum MasterKeyPlace {
  static func read(_ variable: String, _ console: Console) throws -> MasterKey {
    if let text = console.environment[variable], !text.isEmpty { return try MasterKey(Secret(text)) }
    guard let path = console.environment[variable + "_FILE"], !path.isEmpty else {
      throw UsageError("no master key is given", mend: "Put it into a file and name it in \(variable)_FILE.")
    }
    let text = String(decoding: try console.read(path), as: UTF8.self)
    return try MasterKey(Secret(String(text.filter { !$0.isWhitespace })))
  }
}
