import AttestationService
import Cryptography
import Foundation
import Testing

@Suite("The app code")
struct AppCodeCheckTests {
  private let secret = [UInt8]("12345678901234567890123456789012".utf8)

  @Test(
    "the SHA-256 vectors of RFC 6238, appendix B",
    arguments: [
      (59.0, "46119246"), (1_111_111_109, "68084774"), (1_111_111_111, "67062674"), (1_234_567_890, "91819424"),
      (2_000_000_000, "90698825"), (20_000_000_000, "77737706"),
    ])
  func vectors(_ seconds: Double, _ code: String) {
    #expect(accepts(code, [secret], at: seconds))
  }

  @Test(
    "the step before and the step after are accepted, those beyond are not",
    arguments: [
      (-60.0, false), (-31, false), (-30, true), (-29, true), (0, true), (29, true), (30, true), (59, true),
      (60, false),
      (90, false),
    ])
  func window(_ shift: Double, _ isAccepted: Bool) {
    // 1111111111 is one second into its step; 1111111110 is where the step begins.
    #expect(accepts("67062674", [secret], at: 1_111_111_110 + shift) == isAccepted)
  }

  @Test("either of two secrets is accepted, and a third is not")
  func rotation() {
    let old = [UInt8]("the secret of the versions before".utf8)
    #expect(accepts("46119246", [old, secret], at: 59))
    #expect(accepts("46119246", [secret, old], at: 59))
    #expect(!accepts("46119246", [old], at: 59))
  }

  @Test(
    "a code of another form is wrong",
    arguments: ["", "4611924", "046119246", "46119247", " 46119246", "46119246 ", "４６119246", "+6119246"])
  func otherForms(_ code: String) {
    #expect(!accepts(code, [secret], at: 59))
  }

  @Test("leading zeros count")
  func leadingZeros() {
    #expect(accepts("02975832", [secret], at: 90))
    #expect(!accepts("2975832", [secret], at: 90))
  }

  @Test("the first step of all has no step before it")
  func firstStep() {
    #expect(accepts("46119246", [secret], at: 0))
  }

  @Test("without a secret the check is off")
  func off() {
    #expect(!AppCodeCheck(secrets: []).isOn)
    #expect(AppCodeCheck(secrets: [secret]).isOn)
  }

  private func accepts(_ code: String, _ secrets: [[UInt8]], at seconds: Double) -> Bool {
    AppCodeCheck(secrets: secrets).accepts([UInt8](code.utf8), at: Date(timeIntervalSince1970: seconds))
  }
}
