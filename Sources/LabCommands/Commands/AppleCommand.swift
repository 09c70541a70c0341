import AppleLab
import Foundation

/// `assay-lab apple`: serves as Apple's data server until it is killed, with a control port for faults.
enum AppleCommand {
  static func run(_ words: [String]) async throws {
    let arguments = try Arguments(
      words, options: ["lab", "production-port", "development-port", "control-port"], flags: ["any-token"])
    let folder = URL(fileURLWithPath: try arguments.required("lab"))
    let authorities = try LabAuthorities.load(from: folder)
    let transport = try LabTransport()
    let root = folder.appendingPathComponent("transport-root.pem")
    let apple = try AppleServer(
      authorities: authorities, transport: transport,
      ports: [
        .production: try arguments.number("production-port", default: 0),
        .development: try arguments.number("development-port", default: 0),
      ])
    apple.checkTokens(!arguments.has("any-token"))
    let control = try AppleControlServer(
      apple, transport: transport, port: try arguments.number("control-port", default: 0))
    try transport.rootPEM.write(to: root, atomically: true, encoding: .utf8)
    try JSONLine.print([
      "production": apple.url(.production), "development": apple.url(.development), "control": control.url,
      "ca_file": root.path,
    ])
    // There is nothing to save: a signal ends the process where it stands.
    while true { try await Task.sleep(for: .seconds(3_600)) }
  }
}
