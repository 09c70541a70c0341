import Foundation

/// A client that shares no code with the server: the `curl` program.
struct CurlExchange {
  let status: Int
  let body: String
  let exitCode: Int32

  static func post(_ url: String, rootPEM: String, authorization: String, body: String) throws -> CurlExchange {
    try run("POST", url, rootPEM: rootPEM, headers: ["Authorization: \(authorization)"], body: body)
  }

  static func run(
    _ method: String, _ url: String, rootPEM: String, headers: [String] = [], body: String = ""
  ) throws -> CurlExchange {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = folder.appendingPathComponent("root.pem")
    let answer = folder.appendingPathComponent("answer")
    try rootPEM.write(to: root, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "curl", "--silent", "--show-error", "--http2", "--cacert", root.path, "--max-time", "5", "--output", answer.path,
      "--write-out",
      "%{http_version} %{http_code}", "--request", method,
    ]
    process.arguments? += headers.flatMap { ["--header", $0] } + (body.isEmpty ? [] : ["--data-binary", body]) + [url]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: " ")
    process.waitUntilExit()
    let text = (try? String(contentsOf: answer, encoding: .utf8)) ?? ""
    return CurlExchange(
      status: words.count == 2 && words[0] == "2" ? Int(words[1]) ?? 0 : 0, body: text,
      exitCode: process.terminationStatus)
  }
}
