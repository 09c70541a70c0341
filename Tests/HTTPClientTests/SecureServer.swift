import Foundation

/// nghttpd with a certificate that signs itself: HTTP/2 over TLS, by somebody else's code.
final class SecureServer {
  /// Where Debian's package `nghttp2-server` puts it; nil where that is not installed.
  static let program = ["/usr/sbin/nghttpd", "/usr/bin/nghttpd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  let port: UInt16
  private let folder: URL
  private let process = Process()

  var certificate: String { folder.appendingPathComponent("certificate.pem").path }
  private var key: String { folder.appendingPathComponent("key.pem").path }
  private var log: URL { folder.appendingPathComponent("log") }

  init() throws {
    port = UInt16.random(in: 20_000...32_000)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(repeating: 0x61, count: 3000).write(to: folder.appendingPathComponent("file"))
    try makeCertificate()
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = ["-v", "-a", "127.0.0.1", "-d", folder.path, "\(port)", key, certificate]
    process.standardOutput = try FileHandle(forWritingTo: log)
    try process.run()
  }

  deinit {
    // Not SIGTERM: a process started from one of Swift's threads inherits their mask, in which it is blocked.
    kill(process.processIdentifier, SIGKILL)
    try? FileManager.default.removeItem(at: folder)
  }

  /// How many connections sent requests. nghttpd names a connection in each line of its log.
  var connectionCount: Int {
    let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    let names = text.split(separator: "\n").filter { $0.contains("recv HEADERS") }.compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("[id=") }
    }
    return Set(names).count
  }

  private func makeCertificate() throws {
    let maker = Process()
    maker.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    maker.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out",
      certificate, "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
    ]
    maker.standardError = FileHandle.nullDevice
    try maker.run()
    maker.waitUntilExit()
  }
}
