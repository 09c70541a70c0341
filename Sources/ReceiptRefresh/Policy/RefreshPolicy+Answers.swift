import Foundation

/// One function for each row of the table.
extension RefreshPolicy {
  /// 200: the new receipt replaces the stored one, unless the stored one is newer by now.
  func accept(_ receipt: FreshReceipt, _ standing: ReceiptStanding, _ now: Date) -> RefreshDecision {
    guard receipt.createdAt > standing.createdAt else { return refuse("receipt_not_newer", standing, now) }
    var updated = standing
    updated.createdAt = receipt.createdAt
    updated.notBefore = receipt.notBefore
    updated.expiresAt = receipt.expiresAt
    updated.metric = receipt.metric
    updated.attempts = 0
    updated.state = .current
    var events: [RefreshEvent] = [
      .receiptVerified(createdAt: receipt.createdAt, expiresAt: receipt.expiresAt),
      .riskMetricObserved(metric: receipt.metric, previous: standing.metric),
    ]
    if standing.state == .stale {
      events.insert(.receiptRevived, at: 0)
      // Apple serves it again because the device attested again (forum thread 702845): the days start anew.
      updated.attestedAt = now
    }
    let rose = receipt.metric > (standing.metric ?? receipt.metric)
    return RefreshDecision(
      updated, next: .due(schedule.nextDue(for: updated, at: now)), priority: rose ? .raised : .usual, replaces: true,
      events: events)
  }

  /// 200 with something that does not verify: the stored receipt stays, and after a few it needs a person.
  func refuse(_ code: String, _ standing: ReceiptStanding, _ now: Date) -> RefreshDecision {
    var updated = standing
    updated.attempts += 1
    guard updated.attempts < refusalsBeforeQuarantine else {
      var decision = quarantine(updated, reason: code)
      decision.events.insert(.receiptRefused(code: code), at: 0)
      return decision
    }
    return RefreshDecision(updated, next: retry(updated, after: nil, now), events: [.receiptRefused(code: code)])
  }

  /// 304: not an error. Where field 19 has passed by our clock, the two clocks differ: wait an hour rather than ask on.
  func wait(_ standing: ReceiptStanding, _ now: Date) -> RefreshDecision {
    var updated = standing
    updated.attempts = 0
    let opens = standing.notBefore ?? now
    let again = opens > now ? opens : now.addingTimeInterval(3_600)
    return RefreshDecision(updated, next: .due(schedule.settle(again, spread: 900, updated)))
  }

  /// 400: permanent. The other host is never tried silently.
  func quarantine(_ standing: ReceiptStanding, reason: String) -> RefreshDecision {
    var updated = standing
    updated.state = .quarantined
    return RefreshDecision(updated, next: .never, events: [.receiptQuarantined(reason: reason)])
  }

  /// 401: the credential's fault, so the key's attempts are not touched.
  func holdForCredential(_ standing: ReceiptStanding, _ now: Date) -> RefreshDecision {
    let spread = credentialWait * Jitter.fraction(subject: standing.subject, occurrence: standing.asked)
    let again = now.addingTimeInterval(credentialWait + spread)
    return RefreshDecision(standing, next: .retry(again), priority: kept(standing), credential: .fails)
  }

  /// 404: normal thirty days after the device's last attestation. The last receipt and metric stay, marked.
  func goSilent(_ standing: ReceiptStanding, _ now: Date) -> RefreshDecision {
    var updated = standing
    updated.state = .stale
    updated.attempts = 0
    return RefreshDecision(
      updated, next: .due(schedule.nextProbe(for: updated, at: now)), priority: .sparse,
      events: standing.state == .stale ? [] : [.receiptStale])
  }

  /// 429: the rate gives way; the receipt waits as long as Apple says, or a back-off without a spent attempt.
  func slowDown(_ standing: ReceiptStanding, _ after: TimeInterval?, _ now: Date) -> RefreshDecision {
    let pause = after ?? backoff.delay(attempt: standing.attempts + 1, subject: standing.subject)
    let spread = 1 + 0.1 * Jitter.fraction(subject: standing.subject, occurrence: standing.asked)
    let again = now.addingTimeInterval(max(1, pause) * spread)
    return RefreshDecision(
      standing, next: .retry(again), priority: kept(standing), pressure: .throttled(retryAfter: after))
  }

  /// 5xx, or no answer at all: back-off with jitter; the host's breaker looks at the sum.
  func backOff(_ standing: ReceiptStanding, _ after: TimeInterval?, _ now: Date) -> RefreshDecision {
    var updated = standing
    updated.attempts += 1
    return RefreshDecision(
      updated, next: retry(updated, after: after, now), priority: kept(standing), credential: .silent, host: .fails,
      pressure: .none)
  }

  /// What nobody has described is neither repeated nor thrown away.
  func hold(_ standing: ReceiptStanding, code: String) -> RefreshDecision {
    var updated = standing
    updated.state = .held
    return RefreshDecision(
      updated, next: .never, events: [.receiptHeld(code: code)], credential: .silent, host: .silent, pressure: .none)
  }

  private func retry(_ standing: ReceiptStanding, after: TimeInterval?, _ now: Date) -> RefreshDecision.Next {
    let pause = backoff.delay(attempt: standing.attempts, subject: standing.subject)
    return .retry(now.addingTimeInterval(max(pause, after ?? 0)))
  }

  private func kept(_ standing: ReceiptStanding) -> RefreshPriority {
    standing.state == .stale ? .sparse : .usual
  }
}
