import Foundation

/// A fact that a refresh adds to the key's stream.
public enum RefreshEvent: Sendable, Equatable {
  /// A newer receipt verified and replaced the stored one.
  case receiptVerified(createdAt: Date, expiresAt: Date)
  /// The metric was read; `previous` is `nil` where there was none.
  case riskMetricObserved(metric: Int, previous: Int?)
  /// Apple has no data for the device; the last metric is kept and marked.
  case receiptStale
  /// A receipt that had gone silent was served again.
  case receiptRevived
  /// The receipt is set aside, with the reason.
  case receiptQuarantined(reason: String)
  /// What came in answer did not verify; the stored receipt stays.
  case receiptRefused(code: String)
  /// Field 21 passed without a newer receipt.
  case receiptExpired
  /// An answer that is not described anywhere; a person looks at it.
  case receiptHeld(code: String)

  /// The event's type in the feed.
  public var type: String {
    switch self {
    case .receiptVerified: "receipt_verified"
    case .riskMetricObserved: "risk_metric_observed"
    case .receiptStale: "receipt_stale"
    case .receiptRevived: "receipt_revived"
    case .receiptQuarantined: "receipt_quarantined"
    case .receiptRefused: "receipt_refused"
    case .receiptExpired: "receipt_expired"
    case .receiptHeld: "receipt_held"
    }
  }
}
