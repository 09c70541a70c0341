import Foundation

extension Console {
  /// The process's own terminal.
  public static var terminal: Console {
    let environment = ProcessInfo.processInfo.environment
    return Console(
      write: { put($0 + "\n", to: .standardOutput) }, complain: { put($0 + "\n", to: .standardError) },
      read: readFile, ask: question, environment: environment,
      isColoured: isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb",
      screen: { environment["TERM"] == "dumb" ? nil : screenSize() })
  }

  private static func screenSize() -> ScreenSize? {
    var size = winsize()
    guard isatty(STDOUT_FILENO) == 1, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    // A terminal that does not know its size is taken for the usual one.
    return ScreenSize(
      columns: size.ws_col > 0 ? Int(size.ws_col) : 80, rows: size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// More than any input of a command, so that a wrong path cannot fill the memory.
  private static let inputLimit = 16 * 1024 * 1024

  private static func put(_ text: String, to handle: FileHandle) {
    // A reader that has gone away (`assay … | head`) is not an error of ours.
    try? handle.write(contentsOf: Data(text.utf8))
  }

  @Sendable private static func readFile(_ path: String) throws(UnreadableInput) -> [UInt8] {
    do {
      if path != "-", isFolder(path) { throw POSIXError(.EISDIR) }
      let handle = path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
      let bytes = [UInt8](try handle.read(upToCount: inputLimit + 1) ?? Data())
      if bytes.count <= inputLimit { return bytes }
    } catch {
      throw UnreadableInput("\(path) cannot be read: \(reason(error))")
    }
    throw UnreadableInput("\(path) is larger than 16 MiB")
  }

  /// Opening a folder succeeds and reading it fails, with words that nobody understands.
  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  private static func reason(_ error: any Error) -> String {
    if (error as? POSIXError)?.code == .EISDIR { return "it is a folder; give one file" }
    return switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "permission is denied"
    default: "\((error as NSError).localizedDescription)"
    }
  }

  @Sendable private static func question(_ text: String) -> Bool? {
    guard isatty(STDIN_FILENO) == 1 else { return nil }
    put(text, to: .standardError)
    return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
  }
}
