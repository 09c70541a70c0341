import Foundation
import ReceiptRefresh

extension RefreshEvent {
  /// The number in `assay.event_types`.
  var typeNumber: Int16 {
    switch self {
    case .receiptVerified: 51
    case .riskMetricObserved: 52
    case .receiptStale: 53
    case .receiptRevived: 54
    case .receiptQuarantined: 55
    case .receiptRefused: 56
    case .receiptExpired: 57
    case .receiptHeld: 58
    }
  }

  /// Why, where something is refused; empty otherwise.
  var refusal: String {
    switch self {
    case .receiptQuarantined(let reason): reason
    case .receiptRefused(let code), .receiptHeld(let code): code
    default: ""
    }
  }

  /// What the event says beyond its type, as JSON text.
  var json: String {
    switch self {
    case .receiptVerified(let created, let expires):
      #"{"created_at":"\#(Timestamp.format(created))","expires_at":"\#(Timestamp.format(expires))"}"#
    case .riskMetricObserved(let metric, let previous):
      #"{"metric":\#(metric),"previous":\#(previous.map(String.init) ?? "null")}"#
    default: "null"
    }
  }
}
