import Foundation
import OperatorCommands
import Testing

/// A call that makes no sense, or cannot be done: what it must be answered with.
struct Mistake: Sendable, CustomTestStringConvertible {
  /// The testing library has a type of this name as well.
  typealias ExitStatus = OperatorCommands.ExitStatus

  let words: [String]
  let status: ExitStatus
  /// What the complaint must have in it, so that whoever reads it knows what to do.
  let says: String

  init(_ status: ExitStatus, _ says: String, words: [String]) {
    (self.words, self.status, self.says) = (words, status, says)
  }

  init(_ status: ExitStatus, _ says: String, _ words: String...) {
    self.init(status, says, words: words)
  }

  var testDescription: String { words.joined(separator: " ") }

  /// Types it and expects its answer, and that nothing has changed. `PLACE` stands for the scene's tenant.
  func expect(from person: Operator, in scene: SealedScene, webhook: String = "") async throws {
    let before = try await scene.state()
    let typed = words.map { word in
      word.replacingOccurrences(of: "PLACE", with: "tnt_\(scene.tenant)")
        .replacingOccurrences(of: "HOOK", with: webhook)
    }
    let answer = await person.type(typed)
    #expect(answer.status == status, "\(person.complaints)")
    #expect(person.complaints.contains(says), "\(person.complaints)")
    #expect(!person.complaints.contains("PostgresError"), "\(person.complaints)")
    #expect(answer.text.isEmpty)
    #expect(try await scene.state() == before)
  }
}
