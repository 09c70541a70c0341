import Cryptography
import Foundation

/// Everything that changes in the simulated Apple; its owner keeps it behind a lock.
struct AppleState {
  var ledger = DeviceLedger()
  var tokens = ProviderTokenCheck()
  var rules: [FaultRule] = []
  var history: [AppleExchange] = []
  var keepsHistory = true
  var clockOffset: TimeInterval = 0
  var count = 0
  var inSecond: [Int: Int] = [:]
  /// Whether tokens are checked; a load test may do without.
  var checksTokens = true

  mutating func countRequest(at instant: Date) {
    count += 1
    inSecond[Int(instant.timeIntervalSince1970), default: 0] += 1
  }

  mutating func fault(for receipt: SubmittedReceipt?) -> AppleFault? {
    for index in rules.indices where rules[index].applies(to: receipt) { return rules[index].fault }
    return nil
  }
}
