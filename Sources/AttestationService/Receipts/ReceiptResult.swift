public import ReceiptRefresh

/// What came of one question, ready to be stored.
public struct ReceiptResult: Sendable {
  /// The lease under which it was asked.
  public var epoch: Int64
  /// What is to be done.
  public var decision: RefreshDecision
  /// A short name of the answer.
  public var answer: String
  /// The new receipt, where the decision replaces the old one.
  public var receipt: [UInt8]

  /// A result.
  public init(epoch: Int64, decision: RefreshDecision, answer: String, receipt: [UInt8] = []) {
    self.epoch = epoch
    self.decision = decision
    self.answer = answer
    self.receipt = receipt
  }
}
