import Foundation

/// How the openings of a day are spread over its quarters of an hour: few at night, most in the evening.
enum DailyCurve {
  /// Quarters of an hour in a day.
  static let quarters = 96

  /// The part of a day's openings in each quarter; together one.
  static let weights: [Double] = {
    let raw = (0..<quarters).map { quarter -> Double in
      let hour = Double(quarter) / 4
      return 1 + 0.6 * cos((hour - 20) / 24 * 2 * .pi) + 0.15 * cos((hour - 13) / 12 * 2 * .pi)
    }
    let sum = raw.reduce(0, +)
    return raw.map { $0 / sum }
  }()
}
