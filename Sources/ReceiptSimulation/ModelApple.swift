import Foundation
import ReceiptRefresh

/// Apple's side in values: thirty days of memory, twenty-four hours before a receipt can be renewed, and bad days.
struct ModelApple {
  static let memory: TimeInterval = 30 * 86_400

  private let start: Date
  private let ceiling: Double
  private var second = 0
  private var inSecond = 0

  init(start: Date, ratePerSecond: Double) {
    self.start = start
    ceiling = ratePerSecond
  }

  mutating func answer(
    attestations: [Date], notBefore: Date?, at now: Date, random: inout SeededRandom
  ) -> AppleAnswer {
    if let trouble = trouble(at: now, chance: random.fraction()) { return trouble }
    if let notBefore, now < notBefore { return .notModified }
    guard let last = attestations.last, now.timeIntervalSince(last) < Self.memory else { return .notFound }
    let metric = attestations.count { now.timeIntervalSince($0) < Self.memory }
    return .fresh(
      FreshReceipt(
        createdAt: now, notBefore: now.addingTimeInterval(86_400), expiresAt: now.addingTimeInterval(90 * 86_400),
        metric: metric))
  }

  /// Every tenth day six hours of 503, on the day after half the rate is too fast, and always a few lost connections.
  private mutating func trouble(at now: Date, chance: Double) -> AppleAnswer? {
    let elapsed = now.timeIntervalSince(start)
    let day = Int(elapsed / 86_400)
    let hour = elapsed.truncatingRemainder(dividingBy: 86_400) / 3_600
    if chance < 0.003 { return .unreachable(code: "connection_lost") }
    if day % 10 == 5, hour >= 8, hour < 14 { return .serverError(status: 503, retryAfter: nil) }
    if Int(elapsed) != second { (second, inSecond) = (Int(elapsed), 0) }
    inSecond += 1
    if day % 10 == 6, Double(inSecond) > max(1, ceiling / 2) { return .tooManyRequests(retryAfter: 5) }
    return nil
  }
}
