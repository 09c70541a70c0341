import Foundation

/// The table of Apple's answers ("Assessing fraud risk", response codes), as a function of values.
///
/// It reads no clock and writes nothing: the worker and the simulation run this same code.
public struct RefreshPolicy: Sendable, Equatable {
  /// When receipts fall due.
  public var schedule: ReceiptSchedule
  /// The wait after an answer that failed.
  public var backoff: RetryBackoff
  /// Seconds before a question is put again after 401: the credential's breaker decides in between.
  public var credentialWait: TimeInterval
  /// Answers in a row that do not verify before the receipt is set aside.
  public var refusalsBeforeQuarantine: Int

  /// The policy of the product; every value can be set.
  public init(
    schedule: ReceiptSchedule = ReceiptSchedule(), backoff: RetryBackoff = RetryBackoff(base: 30, ceiling: 21_600),
    credentialWait: TimeInterval = 300, refusalsBeforeQuarantine: Int = 3
  ) {
    self.schedule = schedule
    self.backoff = backoff
    self.credentialWait = credentialWait
    self.refusalsBeforeQuarantine = refusalsBeforeQuarantine
  }

  /// What an answer means for the receipt it answers.
  public func decide(_ answer: AppleAnswer, for standing: ReceiptStanding, at now: Date) -> RefreshDecision {
    var asked = standing
    asked.asked += 1
    switch answer {
    case .fresh(let receipt): return accept(receipt, asked, now)
    case .refused(let code): return refuse(code, asked, now)
    case .notModified: return wait(asked, now)
    case .badRequest(let reason): return quarantine(asked, reason: reason.rawValue)
    case .unauthorized: return holdForCredential(asked, now)
    case .notFound: return goSilent(asked, now)
    case .tooManyRequests(let after): return slowDown(asked, after, now)
    case .serverError(_, let after): return backOff(asked, after, now)
    case .unreachable: return backOff(asked, nil, now)
    case .unknown(let code): return hold(asked, code: code)
    }
  }

  /// The end of a receipt whose field 21 has passed: nothing is asked, the last metric stays readable as what it was.
  public func expire(_ standing: ReceiptStanding) -> RefreshDecision {
    var ended = standing
    ended.state = .expired
    return RefreshDecision(
      ended, next: .never, events: [.receiptExpired], credential: .silent, host: .silent, pressure: .none)
  }
}
