import Foundation
import Postgres
import ReceiptRefresh

/// Results of a tenant as the arrays of `assay.store_refreshes`, in the order of its parameters.
struct ReceiptColumnsOfResults {
  private static let infinity = Date(timeIntervalSince1970: .infinity)
  private static let minusInfinity = Date(timeIntervalSince1970: -.infinity)

  let results: [ReceiptResult]

  var binds: [PostgresValue] { standingBinds + planBinds + receiptBinds + eventBinds }

  private var standingBinds: [PostgresValue] {
    let standings = results.map(\.decision.standing)
    return [
      .int8Array(standings.map(\.subject)), .int8Array(results.map(\.epoch)),
      .int2Array(standings.map(\.state.rawValue)), .textArray(results.map(Self.reason)),
      .timestampArray(standings.map(\.attestedAt)), .int4Array(standings.map { Int32($0.attempts) }),
      .int4Array(standings.map { Int32($0.asked) }), .textArray(results.map(\.answer)),
    ]
  }

  private var planBinds: [PostgresValue] {
    [
      .timestampArray(results.map(Self.next)), .boolArray(results.map(Self.isSettled)),
      .int2Array(results.map(\.decision.priority.rawValue)),
    ]
  }

  private var receiptBinds: [PostgresValue] {
    [
      .bytesArray(results.map(\.receipt)), .timestampArray(results.map(\.decision.standing.createdAt)),
      .timestampArray(results.map { $0.decision.standing.notBefore ?? Self.minusInfinity }),
      .timestampArray(results.map(\.decision.standing.expiresAt)),
      .int4Array(results.map { $0.decision.replacesReceipt ? Int32($0.decision.standing.metric ?? 0) : 0 }),
    ]
  }

  private var eventBinds: [PostgresValue] {
    let events = results.flatMap { result in result.decision.events.map { (result.decision.standing.subject, $0) } }
    return [
      .int8Array(events.map(\.0)), .int2Array(events.map(\.1.typeNumber)), .textArray(events.map(\.1.refusal)),
      .jsonArray(events.map(\.1.json)),
    ]
  }

  private static func reason(_ result: ReceiptResult) -> String {
    for event in result.decision.events {
      switch event {
      case .receiptQuarantined(let reason), .receiptHeld(let reason): return reason
      default: continue
      }
    }
    return ""
  }

  private static func next(_ result: ReceiptResult) -> Date {
    switch result.decision.next {
    case .due(let instant), .retry(let instant): instant
    case .never: infinity
    }
  }

  private static func isSettled(_ result: ReceiptResult) -> Bool {
    if case .due = result.decision.next { true } else { false }
  }
}
