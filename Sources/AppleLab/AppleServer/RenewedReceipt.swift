import Cryptography
import Foundation

/// Makes the receipt that Apple gives in exchange for another.
struct RenewedReceipt {
  let authorities: LabAuthorities
  let fault: AppleFault?

  func make(_ receipt: SubmittedReceipt, metric: Int, at now: Date) throws -> (bytes: [UInt8], createdAt: Date) {
    var created = now
    if case .olderReceipt(let seconds) = fault { created = now.addingTimeInterval(-seconds) }
    if case .receipt(let lab) = fault { created = now.addingTimeInterval(lab.receiptDelay) }
    var metric = metric
    if case .metric(let given) = fault { metric = given }
    var plan = ReceiptPlan(
      fields: receipt.content.refreshed(at: created, riskMetric: metric), signer: authorities.receiptSigner,
      instant: now,
      encoding: fault == .definiteLengths ? .definite : .indefinite)
    if case .fractionDigits(let digits) = fault { plan.set(.creation, Self.text(created, digits: digits)) }
    if case .receipt(let lab) = fault { try lab.prepare(&plan, authorities: authorities) }
    var bytes = try plan.sign(by: authorities)
    if case .receipt(let lab) = fault { lab.alter(receipt: &bytes) }
    return (bytes, created)
  }

  private static func text(_ instant: Date, digits: Int) -> String {
    let whole = instant.timeIntervalSince1970.rounded(.down)
    let date = Date(timeIntervalSince1970: whole).formatted(.iso8601)
    guard digits > 0 else { return date }
    let fraction = String(format: "%.6f", instant.timeIntervalSince1970 - whole).dropFirst(2).prefix(digits)
    return "\(date.dropLast()).\(fraction)Z"
  }
}
