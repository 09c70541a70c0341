public import Foundation

/// One value of a risk report. What is not there is `missing`, which is not zero.
public enum RiskCell: Sendable, Equatable {
  /// Text.
  case text(String)
  /// A whole number.
  case integer(Int64)
  /// A number with a fraction.
  case decimal(Double)
  /// An instant.
  case instant(Date)
  /// A truth.
  case bool(Bool)
  /// Nothing is known.
  case missing

  /// As people and CSV read it; what is missing is empty.
  public var text: String {
    switch self {
    case .text(let text): text
    case .integer(let number): String(number)
    case .decimal(let number): String(format: "%.2f", number)
    case .instant(let instant): Timestamp.format(instant)
    case .bool(let value): value ? "yes" : "no"
    case .missing: ""
    }
  }
}
