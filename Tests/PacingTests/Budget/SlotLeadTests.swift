import Pacing
import Testing

@Suite("The time that a replica needs before its slots")
struct SlotLeadTests {
  @Test("A longer call counts at once, and a quarter more is kept free")
  func growsAtOnce() {
    var lead = SlotLead()
    #expect(lead.needed == SlotLead.least)
    lead.learn(8_000)
    #expect(lead.needed == 10_000)
    lead.learn(12_000)
    #expect(lead.needed == 15_000)
  }

  @Test("Quick calls let it shrink slowly, down to the least")
  func shrinksSlowly() {
    var lead = SlotLead()
    lead.learn(40_000)
    lead.learn(1_000)
    #expect(lead.needed > 40_000)
    for _ in 0..<200 { lead.learn(1_000) }
    #expect(lead.needed == SlotLead.least)
  }

  @Test("However long a call took, slots stay near enough for a pause to take effect")
  func isBounded() {
    var lead = SlotLead()
    lead.learn(60_000_000)
    #expect(lead.needed == SlotLead.most)
  }
}
