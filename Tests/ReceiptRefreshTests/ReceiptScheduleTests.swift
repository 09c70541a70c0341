import Foundation
import Testing

@testable import ReceiptRefresh

@Suite struct ReceiptScheduleTests {
  let attested = Date(timeIntervalSince1970: 1_800_000_000)

  func standing(notBefore days: Double? = nil, expires: Double = 90, subject: Int64 = 1) -> ReceiptStanding {
    ReceiptStanding(
      subject: subject, attestedAt: attested, createdAt: attested, notBefore: days.map { after($0) },
      expiresAt: after(expires))
  }

  func after(_ days: Double) -> Date { attested.addingTimeInterval(days * 86_400) }

  @Test("refreshes fall on days 1, 2, 4, 7, 14, 21 and 29, then weekly")
  func days() {
    let schedule = ReceiptSchedule(jitterSpan: 0)
    var seen: [Double] = []
    var now = attested
    for _ in 0..<10 {
      now = schedule.nextDue(for: standing(), at: now)
      seen.append(now.timeIntervalSince(attested) / 86_400)
    }
    #expect(seen == [1, 2, 4, 7, 14, 21, 29, 36, 43, 50])
  }

  @Test("field 19 is obeyed, whatever the plan says")
  func notBefore() {
    let schedule = ReceiptSchedule(jitterSpan: 0)
    #expect(schedule.nextDue(for: standing(notBefore: 31), at: after(1)) == after(31))
    #expect(schedule.expedited(for: standing(notBefore: 2), at: after(1)) >= after(2))
  }

  @Test("jitter only delays, stays inside its span and ahead of field 21")
  func jitter() {
    let schedule = ReceiptSchedule()
    for subject in 0..<200 {
      let due = schedule.nextDue(for: standing(subject: Int64(subject)), at: attested)
      #expect(due >= after(1) && due < after(1).addingTimeInterval(7_200))
      let tight = schedule.nextDue(for: standing(expires: 1.01, subject: Int64(subject)), at: attested)
      #expect(tight >= after(1) && tight < after(1.01))
    }
  }

  @Test("keys registered together are spread over the span")
  func spread() {
    let fractions = (0..<1_000).map { Jitter.fraction(subject: Int64($0), occurrence: 1) }
    let mean = fractions.reduce(0, +) / 1_000
    #expect(abs(mean - 0.5) < 0.03)
    #expect(fractions.allSatisfy { (0..<1).contains($0) })
  }
}
