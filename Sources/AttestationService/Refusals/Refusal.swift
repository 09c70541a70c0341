/// Why a request was not granted, in the terms of the contract. It never holds bytes of a proof, a challenge or a secret.
public struct Refusal: Error, Sendable, Equatable {
  /// Stable, snake_case.
  public let code: String
  public let stage: Stage
  public let category: RefusalCategory
  public let next: NextStep
  /// One sentence for people.
  public let title: String
  /// The JSON pointer of the field at fault, when one is.
  public let pointer: String?
  /// When to come back, in seconds; only with `next: wait`.
  public let retryAfterSeconds: Int?

  /// Collects what is known of a refusal.
  public init(
    _ code: String, stage: Stage, category: RefusalCategory, next: NextStep, title: String, pointer: String? = nil,
    retryAfterSeconds: Int? = nil
  ) {
    self.code = code
    self.stage = stage
    self.category = category
    self.next = next
    self.title = title
    self.pointer = pointer
    self.retryAfterSeconds = retryAfterSeconds
  }
}
