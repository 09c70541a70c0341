import Foundation
import OperatorCommands
import Testing

@Suite("assay verify and assay inspect")
struct VerifyCommandTests {
  private static let sample = [
    "verify", "attestation", "--app-id", "1234567890.com.example.myapp", "--key-id",
    "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=", "--environment", "production",
  ]
  private static let hash = ["--client-data-hash", "6578616d706c655f7365727665725f6368616c6c656e6765"]
  private static let at = ["--at", "2026-04-21T18:13:13Z"]

  private func console() throws -> CapturedConsole {
    CapturedConsole(files: ["sample": try Checkout.fixture("apple-sample-attestation.base64")])
  }

  @Test("Apple's sample is accepted with its receipt, and the keys are the contract's")
  func accepted() async throws {
    let console = try console()
    #expect(await console.run(Self.sample + Self.hash + Self.at + ["--json", "sample"]) == .success)
    let json = try console.json()
    #expect(json["verdict"] as? String == "accepted")
    #expect(json["code"] == nil && json["step"] == nil)
    #expect(json["validation_category"] as? Int == 1)
    #expect(json["bundle_version"] as? String == "1")
    #expect(json["os_version"] as? String == "27.0")
    #expect(json["environment"] as? String == "production")
    #expect(json["counter"] as? Int == 0)
    #expect(json["key_id"] as? String == Self.sample[5])
    let receipt = try #require(json["receipt"] as? [String: Any])
    #expect(receipt["verdict"] as? String == "accepted")
    #expect(receipt["type"] as? String == "ATTEST")
    let steps = try #require(json["steps"] as? [[String: String]])
    #expect(steps.allSatisfy { $0["outcome"] == "passed" })
  }

  @Test(
    "a refusal has its code and step, and status 1",
    arguments: [
      (hash + at + ["--categories", "4"], "validation_category_not_accepted", "validation_category"),
      (hash, "certificate_expired", "certificate_chain"),
      (["--challenge-text", "example_server_challenge"] + at, "nonce_mismatch", "nonce"),
    ])
  func refused(_ options: [String], _ code: String, _ step: String) async throws {
    let console = try console()
    #expect(await console.run(Self.sample + options + ["--json", "sample"]) == .refused)
    let json = try console.json()
    #expect(json["verdict"] as? String == "refused")
    #expect(json["code"] as? String == code)
    #expect(json["step"] as? String == step)
    let steps = try #require(json["steps"] as? [[String: String]])
    #expect(steps.first { $0["outcome"] == "failed" }?["name"] == step)
    #expect(steps.last?["outcome"] == "not_reached" || step == "bundle_version")
  }

  @Test("for the challenge text, the explanation says that the raw challenge would match")
  func explanation() async throws {
    let console = try console()
    _ = await console.run(Self.sample + ["--challenge-text", "example_server_challenge"] + Self.at + ["sample"])
    #expect(console.output.contains("Attestation refused"))
    #expect(console.output.contains("raw challenge"))
    let base64 = try self.console()
    let challenge = Data("example_server_challenge".utf8).base64EncodedString()
    _ = await base64.run(Self.sample + ["--challenge", challenge] + Self.at + ["sample"])
    #expect(base64.output.contains("raw challenge"))
  }

  @Test("a folder in the place of a file is named as such, and a file that is not there as that")
  func unreadableFiles() {
    for (path, words) in [("/tmp", "it is a folder"), ("/tmp/no-such-file-\(UUID())", "there is no such file")] {
      let error = #expect(throws: UnreadableInput.self) { try Console.terminal.read(path) }
      #expect(error?.problem.contains(words) == true, "\(error?.problem ?? "")")
    }
  }

  @Test("the receipt is verified by itself, with the key of the attestation")
  func receipt() async throws {
    let inspected = try console()
    #expect(await inspected.run(["inspect", "--json", "sample"]) == .success)
    let json = try inspected.json()
    #expect(json["kind"] as? String == "attestation")
    #expect(json["verified"] as? Bool == false)
    #expect((json["warning"] as? String)?.contains("Nothing was verified") == true)
    #expect(json["receipt_type"] as? String == "ATTEST")
  }

  @Test(
    "wrong calls have status 2 and say how to mend them",
    arguments: [
      ["verify"], ["verify", "attestation"], sample + at + ["sample"],
      sample + hash + ["--challenge-text", "x", "sample"], sample + hash + ["--at", "yesterday", "sample"],
      sample + ["--client-data-hash", "00", "sample"], ["nonsense"], [],
      [
        "verify", "assertion", "--app-id", "x", "--counter", "-1", "--public-key", "AAAA", "--client-data", "a",
        "sample",
      ],
    ])
  func usage(_ arguments: [String]) async throws {
    let console = try console()
    #expect(await console.run(arguments) == .usage)
    #expect(console.output.isEmpty)
    #expect(!console.errors.isEmpty)
  }

  @Test("an input that cannot be read has status 3")
  func unreadable() async throws {
    let console = CapturedConsole(files: ["empty": [], "text": [UInt8]("!!".utf8), "other": [0xFF, 0xFE]])
    #expect(await console.run(Self.sample + Self.hash + ["absent"]) == .unreadable)
    #expect(await console.run(Self.sample + Self.hash + ["empty"]) == .unreadable)
    #expect(await console.run(Self.sample + Self.hash + ["text"]) == .unreadable)
    #expect(await console.run(["inspect", "other"]) == .unreadable)
    #expect(await console.run(Self.sample + Self.hash + ["other"]) == .refused)
  }

  @Test("a token is decoded, and said not to be verified")
  func token() async throws {
    let token = "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQyJ9.eyJpc3MiOiJURUFNIiwiaWF0IjoxNzAwMDAwMDAwfQ.AAAA\n"
    let console = CapturedConsole(files: ["token": [UInt8](token.utf8)])
    #expect(await console.run(["inspect", "token"]) == .success)
    #expect(console.output.contains("2023-11-14T22:13:20.000Z"))
    #expect(console.output.contains("Nothing was verified"))
  }

  @Test("help lists every command and explains each")
  func help() async throws {
    for command in AssayProgram.commands {
      let console = CapturedConsole()
      #expect(await console.run(["help"]) == .success)
      #expect(console.output.contains("assay \(command.name)"))
      #expect(await console.run(command.name.split(separator: " ").map(String.init) + ["--help"]) == .success)
    }
  }
}
