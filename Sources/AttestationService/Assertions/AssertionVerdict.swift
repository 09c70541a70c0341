import AppAttest

/// What the signature check said of a submission, before the database has judged challenge, counter and key.
struct AssertionVerdict: Sendable {
  /// Nil: nothing is wrong with the proof itself.
  let refusal: Refusal?
  /// As asserted; 0 where nothing signed says it.
  let counter: UInt32
  let validationCategory: UInt32?
  let bundleVersion: String?
  let showsExtensions: Bool

  static func refused(_ refusal: Refusal) -> AssertionVerdict {
    AssertionVerdict(
      refusal: refusal, counter: 0, validationCategory: nil, bundleVersion: nil, showsExtensions: false)
  }

  static func judged(_ signed: SignedAssertion, _ refusal: Refusal?) -> AssertionVerdict {
    AssertionVerdict(
      refusal: refusal, counter: signed.counter, validationCategory: signed.validationCategory,
      bundleVersion: signed.bundleVersion, showsExtensions: signed.showsExtensions)
  }
}
