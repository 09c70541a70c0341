import AppleLab
import Cryptography
import Foundation
import OperatorCommands
import Testing

@Suite("assay verify with a lab's roots")
struct VerifyRootsTests {
  private static let appID = "LAB0123456.com.example.app"
  private static let hash = SHA256.hash("challenge")

  /// A lab's folder, and what one of its devices made.
  private func withLab(_ body: (_ folder: String, _ object: LabAttestation) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "assay-roots-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let authorities = try LabAuthorities.create(at: Date())
    try authorities.write(to: folder)
    let device = LabDevice(authorities: authorities, appID: Self.appID, shape: .ios27)
    let object = try device.attest(try device.generateKey(), clientDataHash: Self.hash, at: Date())
    try await body(folder.path, object)
  }

  private func words(_ object: LabAttestation) -> [String] {
    [
      "verify", "attestation", "--app-id", Self.appID, "--key-id", Base64.encode(object.keyID), "--environment",
      "production", "--client-data-hash", Hex.encode(Self.hash), "object",
    ]
  }

  @Test("a lab's object is accepted with its roots, which is said in the same breath, and refused without")
  func attestation() async throws {
    try await withLab { folder, object in
      let files = ["object": object.object, "receipt": object.receipt]
      let apple = CapturedConsole(files: files)
      #expect(await apple.run(words(object)) == .refused)
      #expect(apple.output.contains("certificate_chain_untrusted") || apple.output.contains("untrusted"))
      let lab = CapturedConsole(files: files)
      #expect(await lab.run(words(object) + ["--roots", folder]) == .success)
      #expect(lab.output.contains("nothing about a real device"))
      let json = CapturedConsole(files: files)
      #expect(await json.run(words(object) + ["--roots", folder, "--json"]) == .success)
      let shown = try json.json()
      #expect(shown["lab"] as? Bool == true)
      #expect((shown["receipt"] as? [String: Any])?["verdict"] as? String == "accepted")
      let receipt = CapturedConsole(files: files)
      let call = ["verify", "receipt", "--app-id", Self.appID, "receipt"]
      #expect(await receipt.run(call) == .refused)
      #expect(await receipt.run(call + ["--roots", folder]) == .success)
    }
  }

  @Test("with a lab's roots Apple's own sample is refused: they stand in the place of Apple's")
  func appleSample() async throws {
    try await withLab { folder, _ in
      let console = CapturedConsole(files: ["sample": try Checkout.fixture("apple-sample-attestation.base64")])
      let words = [
        "verify", "attestation", "--app-id", "1234567890.com.example.myapp", "--key-id",
        "zgSY9YSD+7TaDXssY6WlOPVS1K3Lmk+pFhlcSWE+ZV0=", "--environment", "production", "--client-data-hash",
        "6578616d706c655f7365727665725f6368616c6c656e6765", "--at", "2026-04-21T18:13:13Z", "sample",
      ]
      #expect(await console.run(words) == .success)
      #expect(await console.run(words + ["--roots", folder]) == .refused)
    }
  }

  @Test("a folder without roots, or with something else in them, cannot be read")
  func wrongFolder() async throws {
    try await withLab { folder, object in
      let console = CapturedConsole(files: ["object": object.object])
      #expect(await console.run(words(object) + ["--roots", "/nowhere"]) == .unreadable)
      try "no certificate".write(toFile: folder + "/receipt-root.pem", atomically: true, encoding: .utf8)
      #expect(await console.run(words(object) + ["--roots", folder]) == .unreadable)
      #expect(console.errors.contains("receipt-root.pem"))
    }
  }
}
