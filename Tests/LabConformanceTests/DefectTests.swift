import AppAttest
import AppleLab
import CBOR
import Cryptography
import Foundation
import Testing

/// The defects that published verifiers of App Attest were seen with. Each row is proved not to be ours: here, or by the
/// named test of a part that this target does not see, which must exist.
struct Defect: Sendable, CustomTestStringConvertible {
  enum Proof: Sendable {
    case here(@Sendable (Bench) throws -> Void)
    case elsewhere(file: String, test: String)
  }

  let name: String
  let proof: Proof

  var testDescription: String { name }

  init(_ name: String, _ proof: @escaping @Sendable (Bench) throws -> Void) {
    (self.name, self.proof) = (name, .here(proof))
  }

  init(_ name: String, in file: String, _ test: String) {
    (self.name, proof) = (name, .elsewhere(file: file, test: test))
  }
}

@Suite("Defects of published verifiers")
struct DefectTests {
  @Test("is not ours", arguments: Defect.all)
  func isNotOurs(_ defect: Defect) throws {
    switch defect.proof {
    case .here(let prove): try prove(try Bench())
    case .elsewhere(let file, let test):
      let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      #expect(text.contains(test), "\(file) has no test of that name")
    }
  }
}
