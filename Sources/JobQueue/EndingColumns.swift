import Foundation
import Postgres

/// The endings of many jobs as the arrays of one statement.
struct EndingColumns {
  private var kinds: [Int16] = []
  private var instants: [Date] = []
  private var errors: [String] = []

  init(_ outcomes: [JobOutcome]) {
    for outcome in outcomes { add(outcome) }
  }

  var binds: [PostgresValue] { [.int2Array(kinds), .timestampArray(instants), .textArray(errors)] }

  private mutating func add(_ outcome: JobOutcome) {
    switch outcome {
    case .complete: append(0, .distantPast, "")
    case .retry(let instant, let error): append(1, instant, error)
    case .snooze(let instant): append(2, instant, "")
    case .discard(let error): append(3, .distantPast, error)
    }
  }

  private mutating func append(_ kind: Int16, _ instant: Date, _ error: String) {
    kinds.append(kind)
    // An instant that is not used must still be one that the server can read.
    instants.append(instant == .distantPast ? Date(timeIntervalSince1970: 0) : instant)
    errors.append(error)
  }
}
